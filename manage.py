#!/usr/bin/env python3
"""Meja's one command: sets up what is missing, then runs `serve`, `test` or any Django command.

This file must parse on any Python, so that an old one gets a sentence, not a traceback.
"""

import os
import sys


def main():
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.stderr.write("Meja needs Python 3.11 or newer, and this is Python ")
        sys.stderr.write(sys.version.split()[0] + " (" + sys.executable + ").\n")
        return 1
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
    from server.ops import bootstrap

    return bootstrap.main(sys.argv)


if __name__ == "__main__":
    sys.exit(main())
