import http from 'node:http';
import net from 'node:net';

/**
 * An HTTP proxy that tunnels and forwards every request to the one port of this machine; it records the
 * requested URLs, and the caller has to make it listen.
 */
export function startProxy(asked: string[], target: () => number): http.Server {
  return http
    .createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const { pathname, search } = new URL(request.url ?? '');
      const { method, headers } = request;
      const passed = http.request({ port: target(), path: pathname + search, method, headers }, (answer) =>
        answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers)),
      );
      request.pipe(passed);
    })
    .on('connect', (request, client) => {
      asked.push(`CONNECT ${request.url}`);
      const upstream = net.connect(target(), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(client);
        client.pipe(upstream);
      });
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
    });
}
