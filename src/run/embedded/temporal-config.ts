/** Configuration files of the embedded Temporal server and its UI. */
import { join } from 'node:path';
import type { Postgres } from './postgres.ts';
import { SERVER_SOURCE } from './temporal-versions.ts';

/** Databases of Temporal; Crier's own is another one. */
export const TEMPORAL_DATABASES = { store: 'temporal', visibility: 'temporal_visibility' } as const;

/** Ports of the server's parts. */
export interface TemporalPorts {
  readonly frontend: number;
  readonly frontendHttp: number;
  readonly history: number;
  readonly matching: number;
  readonly worker: number;
  readonly membership: readonly [number, number, number, number];
}

/** What one server has of its own, and what it must have in common with the others. */
export interface ClusterMember {
  /** The loopback address on which all its parts listen, and the others find it. */
  readonly address: string;
  /** Shards of their common store. Fixed when the store is made: 4 is right for one small node. */
  readonly shards: number;
}

const ALONE: ClusterMember = { address: '127.0.0.1', shards: 4 };

/**
 * The server's configuration. JSON, which is YAML too: no value needs quoting rules of its own.
 * Holds the database password: keep it private.
 */
export function serverConfig(
  postgres: Pick<Postgres, 'host' | 'port' | 'user' | 'password'>,
  ports: TemporalPorts,
  { address, shards }: ClusterMember = ALONE,
): string {
  const [frontend, history, matching, worker] = ports.membership;
  const rpcAddress = `${address}:${ports.frontend}`;
  const service = (grpcPort: number, membershipPort: number, more: object = {}): object => ({
    rpc: { grpcPort, membershipPort, bindOnIP: address, ...more },
  });
  return `${JSON.stringify(
    {
      log: { stdout: true, level: 'warn' },
      persistence: {
        numHistoryShards: shards,
        defaultStore: 'store',
        visibilityStore: 'visibility',
        datastores: {
          store: datastore(postgres, TEMPORAL_DATABASES.store, 16),
          visibility: datastore(postgres, TEMPORAL_DATABASES.visibility, 5),
        },
      },
      global: { membership: { maxJoinDuration: '30s', broadcastAddress: address } },
      services: {
        frontend: service(ports.frontend, frontend, { httpPort: ports.frontendHttp }),
        history: service(ports.history, history),
        matching: service(ports.matching, matching),
        worker: service(ports.worker, worker),
      },
      clusterMetadata: {
        enableGlobalNamespace: false,
        failoverVersionIncrement: 10,
        masterClusterName: 'active',
        currentClusterName: 'active',
        clusterInformation: {
          active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress },
        },
      },
      dcRedirectionPolicy: { policy: 'noop' },
      dynamicConfigClient: { filepath: join(SERVER_SOURCE, 'dynamic-config.yaml'), pollInterval: '60s' },
    },
    null,
    2,
  )}\n`;
}

/** The UI's configuration: loopback only, plain HTTP, and no calls to the outside. */
export function uiConfig(port: number, temporalAddress: string): string {
  return `${JSON.stringify(
    {
      temporalGrpcAddress: temporalAddress,
      host: '127.0.0.1',
      port,
      enableUi: true,
      disableNewsFetch: true,
      cors: { cookieInsecure: true },
    },
    null,
    2,
  )}\n`;
}

function datastore(
  postgres: Pick<Postgres, 'host' | 'port' | 'user' | 'password'>,
  databaseName: string,
  maxConns: number,
): object {
  const { host, port, user, password } = postgres;
  return {
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: `${host}:${port}`,
      connectProtocol: 'tcp',
      user,
      password,
      maxConns,
      maxIdleConns: maxConns,
      maxConnLifetime: '1h',
    },
  };
}
