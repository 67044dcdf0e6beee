"""The whole wire protocol: every message in both directions as a typed struct, its limits, and its bytes.

``inbound`` lists what a client may send, ``outbound`` what it is sent, ``codec`` turns both into bytes and back.
The AsyncAPI document and the TypeScript types are generated from these structs (``partie asyncapi``).
"""
