"""The lobby: a projection of the tables that every node can show, and that nothing depends on."""
