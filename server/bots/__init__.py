"""The practice bot: it sees what its seat may see, and looks one step ahead."""

from server.bots.choose import choose
from server.bots.thinker import Thinker

__all__ = ["Thinker", "choose"]
