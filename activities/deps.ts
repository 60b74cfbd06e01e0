import type { Client } from '@temporalio/client';
import type { Provider, ProviderContext } from '../providers/_kit/contract.ts';
import type { Database } from '../src/platform/database.ts';
import type { PartRef } from '../temporal/contract.ts';
import type { FaultPoint } from '../src/platform/fault-point.ts';
import type { Logger } from '../src/platform/logger.ts';
import type { Secrets } from '../src/platform/secrets.ts';
import type { MediaStorage } from '../src/platform/media/storage.ts';

/** What activities work with, built once for each worker process (src/context.ts). */
export interface ActivityDeps {
  readonly database: Database;
  readonly temporal: Client;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly egress: ProviderContext['egress'];
  readonly providerEnv: Readonly<Record<string, string | undefined>>;
  readonly secrets: Secrets;
  readonly storage: MediaStorage;
  readonly log: Logger;
  readonly faultPoint: FaultPoint;
}

/**
 * One call of a network activity. `signal` aborts when the activity times out, or the grace of a stopped
 * worker is over; `stopping` as soon as the worker is to stop, for work that may end at any time.
 */
export interface PartCall {
  readonly deps: ActivityDeps;
  readonly provider: Provider;
  readonly part: PartRef;
  readonly signal: AbortSignal;
  readonly stopping?: AbortSignal;
}
