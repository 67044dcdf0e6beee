"""The benchmark behind ``partie bench``, each part in a module of its own. Nothing that serves imports it."""
