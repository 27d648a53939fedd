"""What can go wrong between a process and its store."""


class StoreDown(Exception):
    """No line to the store, or it was lost before the answer: the call may have happened or not."""

    code = "store_down"


class StoreError(Exception):
    """The store answered with an error.

    `reply_code` is its first word, as in `NOSCRIPT` or `OOM`; nothing of the call was written.
    """

    code = "store_error"

    def __init__(self, reply: str) -> None:
        super().__init__(reply)
        self.reply_code = reply.partition(" ")[0]
