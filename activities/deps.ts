import type { Client } from '@temporalio/client';
import type { Provider, ProviderContext } from '../providers/_kit/contract.ts';
import type { Database } from '../src/platform/database.ts';
import type { DispatchDeps } from '../src/platform/outbox/start-group.ts';
import type { PartRef } from '../temporal/contract/publish-post.ts';
import type { FaultPoint } from '../src/platform/fault-point.ts';
import type { Logger } from '../src/platform/logger.ts';
import type { Mailer } from '../src/platform/mailer.ts';
import type { PlansConfig } from '../src/platform/plan-list.ts';
import type { Secrets } from '../src/platform/secrets.ts';
import type { MediaStorage } from '../src/platform/media/storage.ts';
import type { LinkCardDeps } from '../src/link-cards/link-card.ts';
import type { ShortLinkDeps } from '../src/short-links/make-links.ts';

/** The tools of all activities, built once for each worker process (src/run/create-context.ts). */
export interface ActivityDeps {
  readonly database: Database;
  readonly temporal: Client;
  readonly now: DispatchDeps['now'];
  readonly providers: ReadonlyMap<string, Provider>;
  readonly egress: ProviderContext['egress'];
  readonly providerEnv: Readonly<Record<string, string | undefined>>;
  readonly secrets: Secrets;
  readonly config: PlansConfig & DispatchDeps['config'] & ShortLinkDeps['config'] & LinkCardDeps['config'];
  readonly uploadFolder: string;
  readonly publicUrl: string;
  readonly apiUrl: string;
  readonly mail: Mailer;
  readonly storage: MediaStorage;
  readonly log: Logger;
  readonly faultPoint: FaultPoint;
}

/** The signals that cut off the work of an activity. */
export interface ActivitySignals {
  /** Aborts when Temporal no longer waits for the activity, or the grace of a stopped worker is over. */
  readonly signal: AbortSignal;
  /**
   * Aborts only when the grace of a stopped worker is over. For the one call that sends a part: cutting it
   * off because Temporal stood still would forget what the network is about to answer.
   */
  readonly untilShutdown: AbortSignal;
}

/** One call of a network activity. `stopping` aborts as soon as the worker is to stop, for what may end. */
export interface PartCall extends ActivitySignals {
  readonly deps: ActivityDeps;
  readonly provider: Provider;
  readonly part: PartRef;
  readonly stopping?: AbortSignal;
}
