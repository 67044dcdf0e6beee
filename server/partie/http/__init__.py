"""The HTTP side of the service: sessions, games, invitations, files, health, and the client's pages.

``GET`` never changes anything. Every refusal is JSON, ``{"code": ..., "message": ...}``.
"""
