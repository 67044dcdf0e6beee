"""The whole wire protocol: every message in both directions as a typed struct, its limits, and its bytes.

``client_in`` lists what a client may send, ``client_out`` what it is sent, ``codec`` turns both into bytes and back.
What can be done at a table, and what is shown of one, are the table's own structs (:mod:`partie.table`).
The AsyncAPI document and the TypeScript types are generated from these structs (``partie asyncapi``).
"""
