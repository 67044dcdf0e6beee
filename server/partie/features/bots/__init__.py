"""Bots of three levels. They see only what their seat may see, and know games only through the engine protocol."""
