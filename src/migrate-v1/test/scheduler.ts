/** What starts the posts of v1, for tests: a real Redis, or a namespace on the real Temporal server. */
import type { SourceAccess } from '../v1-source.ts';
import { redis } from '../../test/servers/redis.ts';
import type { V1Source } from './make-source.ts';
import { fillV1Temporal, openV1Temporal, type TemporalAge, type V1Temporal } from './orchestrator.ts';
import { fillV1Queue } from './queue.ts';
import type { Age } from './schema.ts';

/**
 * A queue on Redis up to v2.11.3, the runs of the first releases with Temporal, and those from v2.21.8 on.
 */
export const SCHEDULERS = ['queue', 'workflow', 'workflow-later'] as const;
export type SchedulerAge = 'queue' | TemporalAge;

/** One that runs. */
export interface V1Scheduler {
  /** The tables of its age. */
  readonly tables: Age;
  /** What shows Crier where it is. */
  readonly access: Pick<SourceAccess, 'redis' | 'temporal'>;
  /** What shows the stand-in where it is. */
  readonly scheduler: { readonly redisUrl: string } | V1Temporal;
  /** Adds what starts each post that waits. */
  fill(v1: V1Source): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it beside the servers of the tests. */
export async function startV1Scheduler(
  age: SchedulerAge,
  servers: { databaseUrl: string; temporalAddress: string },
): Promise<V1Scheduler> {
  if (age === 'queue') {
    const server = await redis.start();
    return {
      tables: 'v2.11.3',
      access: { redis: server.url },
      scheduler: { redisUrl: server.url },
      fill: (v1) => fillV1Queue(v1, server.url),
      stop: () => server.stop(),
    };
  }
  const temporal = await openV1Temporal(servers, age);
  return {
    tables: 'v2.20',
    access: { temporal: `${temporal.address}/${temporal.namespace}` },
    scheduler: temporal,
    fill: (v1) => fillV1Temporal(v1, temporal),
    stop: () => temporal.close(),
  };
}
