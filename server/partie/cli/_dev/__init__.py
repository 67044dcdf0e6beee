"""The parts of ``partie dev``: a game's service that follows its files, and a page with all seats side by side."""
