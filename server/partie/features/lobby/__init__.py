"""The lobby: a projection of the tables that any node can show, and that nothing depends on."""
