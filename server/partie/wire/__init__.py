"""The whole wire protocol: every message in both directions as a typed struct, its limits, and its encoding.

``client_in`` lists the messages of clients, ``client_out`` those to clients, ``codec`` encodes and decodes both.
Commands at a table, and what is shown of one, are the table's own structs (:mod:`partie.table`). The AsyncAPI document
and the TypeScript types are generated from these structs (``partie asyncapi``).
"""
