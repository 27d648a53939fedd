"""One socket process: Meja's application on a listening socket that `serve` opened.

`python -m server.ops.socket_process --fd N [--ready-fd M]`; a byte on M says it answers.
"""

# ruff: noqa: I001 - the server brings Daphne, which must choose Twisted's reactor first
from server.ops.socket_server import SocketServer

import argparse

from server.asgi import application
from server.ops.process import die_with_parent, raise_file_limit
from server.rooms.runtime import close_runtime


def main() -> None:
    """Parse the options and serve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--fd", type=int, required=True)
    parser.add_argument("--ready-fd", type=int)
    options = parser.parse_args()
    die_with_parent()
    raise_file_limit()
    SocketServer(application, options.fd, options.ready_fd, close_runtime).run()


if __name__ == "__main__":
    main()
