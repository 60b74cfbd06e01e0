/** Bytes on a socket, for what no HTTP client would send. */
import net from 'node:net';

/** The answer to one raw request; rejects when the connection ends without a status line. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * Sends `request` and reads until the server closes (send `Connection: close`) or an answer of known length
 * is complete.
 */
export function rawRequest(
  baseUrl: string,
  request: string | Buffer | readonly (string | Buffer)[],
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    let text = '';
    const finish = (): void => {
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
      socket.destroy();
      if (status) resolve({ status, head, body: rest.join('\r\n\r\n') });
      else reject(new Error('the connection ended without an answer'));
    };
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      const start = text.indexOf('\r\n\r\n');
      if (length && start >= 0 && text.length >= start + 4 + Number(length)) finish();
    });
    socket.once('close', finish);
    socket.once('error', (error) => {
      if (text) finish();
      else reject(error);
    });
    socket.once('connect', () => {
      for (const part of [request].flat()) socket.write(part);
    });
  });
}
