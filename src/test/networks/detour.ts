/** For clients of vendors that know one URL only: their connections lead to a stand-in. */
import https from 'node:https';
import net from 'node:net';
import type { Duplex } from 'node:stream';

/** An agent in place of `https.globalAgent`, whose connections are not encrypted and lead to this URL. */
export class Detour extends https.Agent {
  readonly #port: number;

  constructor(url: string) {
    super();
    this.#port = Number(new URL(url).port);
  }

  override createConnection(): Duplex {
    return net.connect(this.#port, '127.0.0.1');
  }
}
