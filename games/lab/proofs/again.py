"""Plays the piece on standard input once more and prints its hash: `playouts` starts this
under other values of PYTHONHASHSEED."""

import json
import signal
import sys

from games.lab.proofs.playouts import play_piece

if __name__ == "__main__":
    # The process that asked may ignore Ctrl-C; this one must not outlive it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.write(play_piece(json.load(sys.stdin))["hash"] + "\n")
