/**
 * How Temporal is reached, by the variables that Temporal's own command line and SDKs read (docs.temporal.io,
 * "Environment configuration").
 */
import { readFileSync } from 'node:fs';
import type { TLSConfig } from '@temporalio/client';
import type { Config } from '../src/platform/config/config.ts';

const FILES = [
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
] as const;

type TemporalTls = Pick<Config, 'TEMPORAL_TLS' | 'TEMPORAL_TLS_SERVER_NAME' | (typeof FILES)[number]>;

/** What reaching Temporal takes of the configuration. */
export type ConnectionConfig = TemporalTls &
  Pick<Config, 'TEMPORAL_ADDRESS' | 'TEMPORAL_PORT' | 'TEMPORAL_API_KEY'>;

/** host:port of the frontend, the embedded one by default. */
export const temporalAddress = (config: Pick<Config, 'TEMPORAL_ADDRESS' | 'TEMPORAL_PORT'>): string =>
  config.TEMPORAL_ADDRESS ?? `127.0.0.1:${config.TEMPORAL_PORT}`;

/** For `Connection` and `NativeConnection` alike. @throws as `temporalTls` */
export const connectionOptions = (config: ConnectionConfig) => ({
  address: temporalAddress(config),
  tls: temporalTls(config),
  apiKey: config.TEMPORAL_API_KEY,
});

/**
 * For `Connection` and `NativeConnection`; undefined = no TLS. Files are read now, so a renewed certificate
 * needs a restart.
 *
 * @throws Error that names the variable and the fix: a certificate without its key, a file that cannot be
 * read
 */
export function temporalTls(config: TemporalTls): TLSConfig | true | undefined {
  const [crt, key, ca] = FILES.map((name) => readPem(name, config[name]));
  if (Boolean(crt) !== Boolean(key)) {
    throw new Error(`${crt ? FILES[1] : FILES[0]} is missing: a client certificate needs its key`);
  }
  const serverNameOverride = config.TEMPORAL_TLS_SERVER_NAME;
  if (!crt && !ca && !serverNameOverride) return config.TEMPORAL_TLS || undefined;
  return {
    ...(crt && key ? { clientCertPair: { crt, key } } : {}),
    ...(ca ? { serverRootCACertificate: ca } : {}),
    ...(serverNameOverride ? { serverNameOverride } : {}),
  };
}

function readPem(name: string, path: string | undefined): Buffer | undefined {
  if (!path) return undefined;
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${name} names a file that cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
