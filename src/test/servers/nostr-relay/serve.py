"""Runs the nostr-relay program in one process that ends when its standard input ends (so it never outlives the test)."""

import os
import sys
import threading

from nostr_relay.cli import main


def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
sys.argv = ["nostr-relay", "-c", sys.argv[1], "serve", "--use-uvicorn"]
main()
