/**
 * A push service and the browsers behind it, as strict as the real ones: RFC 8030 (messages), RFC 8292 (who
 * sends them), RFC 8188 and 8291 (what only the browser reads). It refuses in the words of Mozilla's
 * (mozilla-services/autopush-rs: docs/src/errors.md; autoendpoint/src/headers/vapid.rs and
 * extractors/notification_headers.rs), and what Apple's refuses ("Sending web push notifications in web apps
 * and browsers", response codes; issue 947 of web-push).
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, importJWK, jwtVerify } from 'jose';

interface Subscribed {
  readonly keys: ECDH;
  readonly auth: Buffer;
  /** With which the application server must sign. */
  readonly serverKey: string;
  isGone: boolean;
}

/** A message that a browser has decrypted. `subject`: whom the push service could turn to. */
export interface Pushed {
  readonly endpoint: string;
  readonly text: string;
  readonly subject: string;
}

export interface PushService {
  /** What a browser's `PushManager.subscribe` resolves to, as JSON. */
  subscribe(serverKey: string): { endpoint: string; keys: { p256dh: string; auth: string } };
  readonly taken: readonly Pushed[];
  /** Why messages were refused, or could not be read by the browser. */
  readonly refused: readonly string[];
  /** From now on the subscription has ended (RFC 8030, section 7.3). */
  expire(endpoint: string): void;
  /** What happens to the next messages: a status, or no answer; later ones are taken. */
  readonly failures: (number | 'lost')[];
  stop(): Promise<unknown>;
}

const MAX_BYTES = 4096;
const DAY_SECONDS = 24 * 3600;

export async function startPushService(): Promise<PushService> {
  const subscriptions = new Map<string, Subscribed>();
  const taken: Pushed[] = [];
  const refused: string[] = [];
  const failures: (number | 'lost')[] = [];
  let origin = '';
  const server = http.createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const one = subscriptions.get(path);
    const failure = failures.shift();
    if (failure === 'lost') return void request.socket.destroy();
    const found = failure ?? (await problemOf(request, body, { origin, one }));
    if (found !== null) {
      const [status, errno, message] = typeof found === 'number' ? [found, 201, 'Try again'] : found;
      refused.push(`${status} ${message}`);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: status, errno, message }));
      return;
    }
    // From here on it is the browser's: the push service cannot read it, and has taken it.
    response.writeHead(201, { location: `${origin}/message/${randomBytes(6).toString('hex')}` }).end();
    try {
      const text = decrypt(body, one as Subscribed).toString();
      const subject = String(decodeJwt(tokenOf(request.headers.authorization).token).sub);
      taken.push({ endpoint: origin + path, text, subject });
    } catch (error) {
      refused.push(`by the browser: ${String(error)}`);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    subscribe(serverKey) {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const auth = randomBytes(16);
      const path = `/wpush/v2/${randomBytes(12).toString('base64url')}`;
      subscriptions.set(path, { keys, auth, serverKey, isGone: false });
      return { endpoint: origin + path, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    taken,
    refused,
    failures,
    expire(endpoint) {
      const one = subscriptions.get(new URL(endpoint).pathname);
      if (one) one.isGone = true;
    },
    stop: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

type Problem = readonly [status: number, errno: number, message: string] | null;

async function problemOf(
  { method, headers }: http.IncomingMessage,
  body: Buffer,
  { origin, one }: { origin: string; one: Subscribed | undefined },
): Promise<Problem> {
  if (!one) return [404, 102, 'Invalid URL endpoint'];
  if (one.isGone) return [410, 106, 'Invalid subscription'];
  if (method !== 'POST') return [405, 0, 'Method not allowed'];
  if (headers.ttl === undefined) return [400, 111, 'Missing TTL Header'];
  if (!/^\d+$/.test(String(headers.ttl))) return [400, 112, 'Invalid TTL header value'];
  if (headers['content-encoding'] !== 'aes128gcm') return [400, 110, 'Unknown Content-Encoding header'];
  // Of the older drafts; the body has them (RFC 8291, section 4).
  if (headers.encryption || headers['crypto-key']) return [400, 110, 'Do not include salt or dh in headers'];
  if (body.length > MAX_BYTES) return [413, 104, 'Data payload too large'];
  const wrong = await wrongSignature(headers.authorization, one.serverKey, origin);
  return wrong ? [401, 109, wrong] : null;
}

/** RFC 8292, section 3: `vapid t=TOKEN, k=KEY`. */
function tokenOf(header = ''): { token: string; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  return { token, key };
}

/** What is wrong with who signed (RFC 8292, sections 2 and 4). */
async function wrongSignature(
  header: string | undefined,
  serverKey: string,
  origin: string,
): Promise<string | null> {
  const { token, key } = tokenOf(header);
  if (!token) return 'Missing VAPID token';
  if (key !== serverKey) return 'VAPID public key mismatch';
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return 'Invalid VAPID public key';
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  try {
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: origin });
    const { exp = Infinity, sub = '' } = payload;
    if (exp > Date.now() / 1000 + DAY_SECONDS) return 'The VAPID token expiration is too long';
    // Apple's: an address that can be reached, without a space.
    if (!/^(mailto:\S+@|https:\/\/)(?!localhost)[\w-]+\.[\w.-]+/.test(sub)) return 'BadJwtToken';
    return null;
  } catch (error) {
    return String(error);
  }
}

/** What the browser reads: one record, whose header names the sender's key (RFC 8188, section 2.1; RFC
 * 8291). */
export function decrypt(body: Buffer, { keys, auth }: Pick<Subscribed, 'keys' | 'auth'>): Buffer {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.length);
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = hkdf(keys.computeSecret(sender), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const opened = createDecipheriv('aes-128-gcm', key, nonce);
  opened.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]);
  const end = padded.lastIndexOf(2);
  const isEnded = end >= 0 && !padded.subarray(end + 1).some(Boolean);
  if (!isEnded) throw new Error('the last record does not end with 2');
  return padded.subarray(0, end);
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
