"""The HTTP side of the service: sessions, games, invitations, files, health, and the client's pages.

``GET`` never changes anything. Everything refused is JSON, ``{"code": ..., "message": ...}``.
"""
