/**
 * The worker's own metrics endpoint: what the instance knows, and what Temporal's SDK measures in this
 * process, in one answer.
 */
import http from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Database } from '../database.ts';
import { StartError } from '../start-error.ts';
import type { Logger } from '../logger.ts';
import { carriesToken } from './authorize.ts';
import { CONTENT_TYPE, renderMetrics } from './render.ts';

const SDK_DEADLINE_MS = 2000;

type MetricsConfig = Pick<Config, 'METRICS_PORT' | 'METRICS_HOST' | 'METRICS_TOKEN'>;

/** A listening server; `stop` ends it at once, there is nothing to lose. */
export interface MetricsServer {
  stop(): void;
}

/**
 * Refuses settings under which everybody could read the numbers.
 *
 * @throws StartError when the endpoint can be reached from other machines and no token protects it
 */
export function checkMetricsConfig({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: MetricsConfig): void {
  const loopback =
    METRICS_HOST === 'localhost' ||
    METRICS_HOST === '::1' ||
    (isIP(METRICS_HOST) === 4 && METRICS_HOST.startsWith('127.'));
  if (METRICS_PORT && !loopback && !METRICS_TOKEN) {
    throw new StartError(
      `METRICS_HOST=${METRICS_HOST} can be reached from other machines: set METRICS_TOKEN too, or leave METRICS_HOST at 127.0.0.1`,
    );
  }
}

/**
 * Listens on METRICS_HOST:METRICS_PORT. A port that is taken (a second worker on this machine) is logged once
 * and costs nothing else.
 *
 * @param sdkAddress host:port of the exporter of Temporal's SDK in this process
 */
export async function listenForMetrics(
  deps: { config: MetricsConfig; database: Database; log: Logger },
  sdkAddress: string | null,
): Promise<MetricsServer> {
  const { METRICS_PORT: port, METRICS_HOST: host } = deps.config;
  const server = http.createServer(
    (request, response) => void answer({ ...deps, sdkAddress }, request, response),
  );
  const failed = await new Promise<Error | null>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(null));
  });
  if (failed) {
    deps.log.warn(
      { host, port, reason: failed.message },
      'no metrics: set METRICS_PORT to another port for each worker of a machine',
    );
  } else deps.log.info({ host, port }, 'metrics');
  return {
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  {
    config,
    database,
    log,
    sdkAddress,
  }: Parameters<typeof listenForMetrics>[0] & { sdkAddress: string | null },
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const reply = (status: number, text: string, headers: Record<string, string> = {}): void =>
    void response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text);
  if (request.url?.split('?')[0] !== '/metrics') return reply(404, 'There is only /metrics\n');
  if (config.METRICS_TOKEN && !carriesToken(request.headers.authorization, config.METRICS_TOKEN)) {
    return reply(401, 'The token is missing or wrong\n', { 'www-authenticate': 'Bearer' });
  }
  try {
    reply(200, await renderMetrics(database, await readSdk(sdkAddress)), { 'content-type': CONTENT_TYPE });
  } catch (error) {
    log.error({ err: error }, 'metrics could not be rendered');
    reply(500, 'The metrics could not be rendered\n');
  }
}

/**
 * The SDK's exporter listens on a loopback port of its own; without its numbers ours are still worth an
 * answer.
 */
async function readSdk(address: string | null): Promise<string> {
  if (!address) return '';
  return fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(SDK_DEADLINE_MS) }).then(
    (r) => r.text(),
    () => '',
  );
}
