"""A receiver of webhooks: verifies each request, prints its id, and fails now and then.

Of every five requests, one is answered with 500 before it is taken, and one is taken and not answered.
"""
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook

webhook = Webhook(os.environ["SECRET"])
count = 0


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        global count
        count += 1
        body = self.rfile.read(int(self.headers["content-length"]))
        if count % 5 == 0:
            self.send_response(500)
            self.end_headers()
            return
        event = webhook.verify(body, dict(self.headers.items()))
        print(event["id"], event["data"]["post"]["id"], event["sequence"], flush=True)
        if count % 5 == 1:
            self.connection.close()
            return
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
print("port", server.server_port, flush=True)
server.serve_forever()
