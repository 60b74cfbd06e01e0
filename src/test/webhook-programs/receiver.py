"""A receiver of webhooks as its users write one: it verifies, keeps what it takes, and fails now and then.

What it takes is in the file STORE before it answers, and known again after it died. It says
`missing POST NUMBER` as soon as the numbers of a post show that an event has not come yet, and at its
start which ones it still misses. Of every ten requests it answers one with 500, reads one without taking
it, and takes one without an answer. The one numbered HOLD it takes and holds, and says `holding`: the
moment to end it.
"""
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook

secret = os.environ["SECRET"]
store = open(os.environ["STORE"], "a+")
lock = threading.Lock()
count = 0
seen = set()
highest = {}
missing = set()


def say(*words):
    print(*words, flush=True)


def note(event_id, post, sequence):
    """Returns the numbers that are missed since this event."""
    seen.add(event_id)
    missing.discard((post, sequence))
    skipped = [(post, number) for number in range(highest.get(post, 0) + 1, sequence)]
    missing.update(skipped)
    highest[post] = max(highest.get(post, 0), sequence)
    return skipped


def take(event):
    event_id, post, sequence = event["id"], event["data"]["post"]["id"], event["sequence"]
    if event_id in seen:
        say("again", event_id)
        return
    # The end of a process loses nothing that was written; that of a machine would, without fsync.
    store.write(f"{event_id} {post} {sequence}\n")
    store.flush()
    for one in note(event_id, post, sequence):
        say("missing", *one)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        global count
        raw_body = self.rfile.read(int(self.headers["content-length"]))
        headers = dict(self.headers.items())
        try:
            event = Webhook(secret).verify(raw_body, headers)
        except Exception as error:
            say("refused", error)
            return self.answer(400)
        with lock:
            count += 1
            turn = count
            if turn % 10 == 0:
                return self.answer(500)
            # Without an answer the connection ends, as this is HTTP/1.0.
            if turn % 10 == 1:
                return None
            take(event)
        if turn == int(os.environ["HOLD"]):
            say("holding")
            threading.Event().wait()
        return None if turn % 10 == 2 else self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


store.seek(0)
for line in store:
    event_id, post, sequence = line.split()
    note(event_id, post, int(sequence))
for one in missing:
    say("missing", *one)
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler)
say("port", server.server_port)
server.serve_forever()
