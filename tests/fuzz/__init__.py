"""Bad input of every kind, and what nobody may be sent: over real sockets, against real nodes."""
