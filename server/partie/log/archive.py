"""A whole log as one compressed value. The table's own package makes and reads it, for forked tables hold one too."""

from partie.table.keep.archive import LARGEST, SHAPE, pack, unpack

__all__ = ["LARGEST", "SHAPE", "pack", "unpack"]
