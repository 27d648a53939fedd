"""One worker process: `python -m server.ops.worker_process [--ready-fd M]`."""

import argparse
import asyncio
import contextlib
import os

import django

from server.ops.process import die_with_parent, raise_file_limit


def main() -> None:
    """Run the rooms' worker until SIGTERM or SIGINT."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ready-fd", type=int)
    options = parser.parse_args()
    die_with_parent()
    raise_file_limit()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
    django.setup()
    from server.rooms.worker import run  # the apps must be set up before models are imported

    if options.ready_fd is not None:
        with contextlib.suppress(BrokenPipeError):
            os.write(options.ready_fd, b"1")
        os.close(options.ready_fd)
    asyncio.run(run())


if __name__ == "__main__":
    main()
