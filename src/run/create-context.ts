/** Every long-lived object of a process, built once, by hand; tests override what they need. */
import { join } from 'node:path';
import { createRegistry } from '../../providers/index.ts';
import { createTemporalClient, readStoreId } from '../../temporal/client.ts';
import { apiOrigin } from '../platform/api-origin.ts';
import { createBreaker } from '../platform/breaker.ts';
import { createChanges } from '../platform/changes.ts';
import type { Config } from '../platform/config/config.ts';
import type { Context } from '../platform/context.ts';
import { connectDatabase } from '../platform/database.ts';
import { directDatabaseUrl, pooledDatabase } from '../platform/database-url.ts';
import { createDatabaseClock } from '../platform/database-clock.ts';
import { createEgress } from '../platform/egress.ts';
import { createFaultPoint } from '../platform/fault-point.ts';
import { createLogger } from '../platform/logger.ts';
import { createMailer } from '../mail/create-mailer.ts';
import {
  createSecrets,
  deriveMediaKeys,
  deriveSandboxKeys,
  loadEncryptionKeys,
  loadSessionSecret,
} from '../platform/secrets.ts';
import { createMediaStorage } from '../platform/media/media-storage.ts';
import { createUrlSigner } from '../platform/media/signed-url.ts';
import { createStores } from '../platform/media/stores/create-stores.ts';
import { s3Settings } from '../platform/media/stores/s3-settings.ts';

const STORE_ID_MS = 30_000;

/** Builds the context of a process. Nothing connects until it is used. */
export async function createContext(config: Config, component: string): Promise<Context> {
  if (!config.DATABASE_URL) {
    throw new Error(
      'DATABASE_URL is not set. `npm start` brings its own database; alone, a process needs it',
    );
  }
  const log = createLogger({ level: config.LOG_LEVEL, component });
  const publicUrl = config.FRONTEND_URL ?? `http://localhost:${config.PORT}`;
  const apiUrl = apiOrigin(config) ?? publicUrl;
  const uploadFolder = config.UPLOAD_DIRECTORY ?? join(config.CRIER_DATA_DIR, 'uploads');
  const sandboxUrl = config.CRIER_SANDBOX_URL ?? `http://127.0.0.1:${config.PORT}`;
  const database = await connectDatabase({
    ...pooledDatabase(config),
    poolSize: component === 'worker' ? 16 : 10,
    applicationName: `crier-${component}`,
  });
  const changes = createChanges({ url: directDatabaseUrl(config), name: `crier-${component}-listens`, log });
  const temporal = createTemporalClient(config);
  const egress = createEgress({
    guardDisabled: config.DISABLE_SSRF_PROTECTION,
    allowCidrs: config.SSRF_ALLOW_CIDRS,
    proxyUrl: config.HTTPS_PROXY ?? config.HTTP_PROXY,
    proxyResolves: config.CRIER_PROXY_RESOLVES,
    trustedOrigins: config.CRIER_SANDBOX ? [sandboxUrl] : [],
  });
  if (config.DISABLE_SSRF_PROTECTION) {
    log.warn('DISABLE_SSRF_PROTECTION is on: outbound calls may reach private addresses');
  }
  const now = createDatabaseClock(database);
  const mail = createMailer(config, { egress, log });
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  const encryptionKeys = loadEncryptionKeys(config, { create: false });
  let sessionSecret: string | undefined;
  let store: { id: Promise<string>; until: number } | undefined;
  return {
    config: {
      ...config,
      providerEnv: {
        CRIER_SANDBOX_KEY: deriveSandboxKeys(encryptionKeys)[0],
        ...config.providerEnv,
        CRIER_SANDBOX_URL: sandboxUrl,
        ...(config.CRIER_SANDBOX ? { CRIER_SANDBOX_LINKS: apiUrl } : {}),
      },
    },
    log,
    database,
    changes,
    temporal,
    egress,
    publicUrl,
    apiUrl,
    uploadFolder,
    temporalBreaker: createBreaker({ failures: 3, pauseMs: 1000 }),
    now,
    storeId() {
      if (!store || store.until < Date.now()) {
        store = { id: readStoreId(temporal), until: Date.now() + STORE_ID_MS };
        store.id.catch(() => (store = undefined));
      }
      return store.id;
    },
    providers: createRegistry({ sandbox: Boolean(config.CRIER_SANDBOX) }),
    sessionSecret: () => (sessionSecret ??= loadSessionSecret(config)),
    secrets: createSecrets(encryptionKeys),
    storage: createMediaStorage({
      stores: createStores(config, uploadFolder),
      folder: uploadFolder,
      bucketUrl: s3Settings(config)?.publicUrl,
      plans: { config, publicUrl },
      publicUrl: apiUrl,
      prefix: config.NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY,
      database,
      signer: createUrlSigner(deriveMediaKeys(encryptionKeys)),
      now,
    }),
    mail,
    faultPoint: createFaultPoint(config),
    stopping: stopping.signal,
    inBackground(work) {
      running.add(work);
      void work
        .catch((err: unknown) => log.debug({ err }, 'work in the background failed'))
        .finally(() => running.delete(work));
    },
    async dispose() {
      stopping.abort();
      // The client of Temporal repeats a call by a timer, and throws into the void when its connection was
      // closed meanwhile.
      await changes.end();
      await Promise.allSettled(running);
      await Promise.allSettled([database.close(), temporal.connection.close(), egress.close(), mail.close()]);
    },
  };
}
