"""Does a piece of work inside the server's own code: in a process, a database and a Valkey apart.

`run(module, piece)` calls `module.inside(piece)` there. As `python -m tests.proofs.apart MODULE`
this file is that process: the piece comes on standard input, the result goes to standard output.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from games.lab.runs import Piece, Result
from server.ops.valkey import free_port, start_valkey
from tests.live.conftest import QUICK
from tests.ops.running import ROOT


def run(module: str, piece: Piece, settings: Mapping[str, str]) -> Result:
    """What `module.inside(piece)` gives in a process of its own, with these settings."""
    with tempfile.TemporaryDirectory(prefix="meja-proof-") as name:
        folder = Path(name)
        valkey = start_valkey(folder / "valkey", free_port(), "secret")
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tests.proofs.apart", module],
                input=json.dumps(dict(piece)),
                stdout=subprocess.PIPE,
                cwd=ROOT,
                env={
                    **os.environ,
                    **QUICK,
                    **settings,
                    "MEJA_DATA": name,
                    "REDIS_URL": valkey.url,
                    "DJANGO_SETTINGS_MODULE": "server.settings",
                },
                text=True,
            )
        finally:
            valkey.stop()
    if done.returncode:
        raise RuntimeError(f"{module} ended with exit code {done.returncode}")
    result: Result = json.loads(done.stdout)
    return result


def main() -> None:
    """Set the server's code up on the empty folder, and do the piece."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    result = importlib.import_module(sys.argv[1]).inside(json.load(sys.stdin))
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main()
