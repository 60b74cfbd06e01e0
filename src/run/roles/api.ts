/** The API process: Koa on HOST:PORT until it is stopped. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { readSetup } from '../../accounts/register.ts';
import { createApp } from '../app.ts';
import { collectAfterStart } from '../../platform/collect-garbage.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Context } from '../../platform/context.ts';
import { createContext } from '../create-context.ts';
import { checkUrls, readBrowserOrigin } from '../../http/public-url.ts';
import { ensureWeb } from '../../http/build-web.ts';
import { keepSayingAlive } from '../../platform/alive.ts';
import { surviveStrayErrors } from '../../platform/stray-errors.ts';
import { drainable } from './drain.ts';
import { untilStopped } from './until-stopped.ts';

/** A listening API; `port` is the real one when 0 was asked for. */
export interface RunningApi {
  readonly port: number;
  /** Ends the streams of events; waits for requests in progress, and `lingerMs` for those on their way. */
  stop(lingerMs?: number): Promise<void>;
}

/** A proxy that looks every second, or meets a closed port, sends requests elsewhere by then. */
const LINGER_MS = 2000;

/** Listens and answers until it is stopped. */
export async function startApi(context: Context): Promise<RunningApi> {
  const server = http.createServer({ keepAliveTimeout: 65_000 }, createApp(context).callback());
  const drain = drainable(server);
  server.on('clientError', answerBrokenRequest);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(context.config.PORT, context.config.HOST, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop(lingerMs = 0) {
      const ended = drain(lingerMs);
      void context.changes.end();
      return ended;
    },
  };
}

/** Logs what `doctor` also reports. The database may be away; then nothing is known about browsers. */
async function warnOfUrls({ config, database, log }: Context): Promise<void> {
  const seen = await readBrowserOrigin(database).catch((err: unknown) => {
    log.debug({ err }, 'the origin that browsers use could not be read');
    return null;
  });
  for (const { variable, detail, fix } of checkUrls(config, seen)) log.warn({ variable, fix }, detail);
}

/** The code itself is not for a log, which is collected and kept. */
async function announceSetup(context: Context): Promise<void> {
  if (!(await readSetup(context)).needed) return;
  const how = 'npm run crier -- setup-code (in a container: node src/run/cli/main.ts setup-code)';
  context.log.info(
    `nobody has an account yet: the first one needs the setup code, which this prints: ${how}`,
  );
}

/** What is not valid HTTP never reaches the app; it is answered in the same shape all the same. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const [status, reason] = tooLong ? [431, 'Request Header Fields Too Large'] : [400, 'Bad Request'];
  const message = tooLong ? 'The headers are over 16 KB' : 'This is not an HTTP request';
  const body = JSON.stringify({
    statusCode: status,
    error: reason,
    code: 'invalid_request',
    message,
    msg: message,
  });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Runs until SIGTERM, or until the supervisor is gone. */
export async function runApi(settings: Config): Promise<void> {
  const config = { ...settings, PORT: settings.PORT || 3000 };
  const context = await createContext(config, 'api');
  const api = await startApi(context);
  surviveStrayErrors(context.log);
  // The first visitor should not wait for the build.
  context.inBackground(ensureWeb(config));
  context.log.info({ port: api.port, host: config.HOST }, 'listening');
  context.inBackground(warnOfUrls(context));
  context.inBackground(announceSetup(context));
  process.send?.('ready');
  collectAfterStart();
  const stopSaying = keepSayingAlive();
  const why = await untilStopped();
  stopSaying();
  // SIGTERM comes from what replaces processes one after the other, SIGINT from a person or from npm start.
  await api.stop(why === 'SIGTERM' ? LINGER_MS : 0);
  await context.dispose();
}
