"""Bots of three levels: they see what their seat may see, and know games by the engine protocol alone."""
