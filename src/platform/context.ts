/** What routes, commands and activities work with: every long-lived object of a process. */
import type { Client } from '@temporalio/client';
import type { Egress } from '../../providers/_kit/egress.ts';
import type { Provider } from '../../providers/_kit/contract.ts';
import type { Breaker } from './breaker.ts';
import type { Changes } from './changes.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database.ts';
import type { FaultPoint } from './fault-point.ts';
import type { Logger } from './logger.ts';
import type { Mailer } from './mailer.ts';
import type { Secrets } from './secrets.ts';
import type { MediaStorage } from './media/storage.ts';

export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  /** What the database announces to those who watch. */
  readonly changes: Changes;
  /** The time, by the database's clock. */
  now(): Promise<Date>;
  readonly temporal: Client;
  /**
   * Around calls to Temporal that a request makes and can do without: while Temporal is away, most of them
   * are not tried.
   */
  readonly temporalBreaker: Breaker;
  /** The id of Temporal's store, remembered for 30 seconds. */
  storeId(): Promise<string>;
  /** Networks that posts are published to. */
  readonly providers: ReadonlyMap<string, Provider>;
  readonly egress: Egress;
  readonly secrets: Secrets;
  /** What signs the sessions; read (or made) when it is first asked for. */
  sessionSecret(): string;
  readonly storage: MediaStorage;
  readonly mail: Mailer;
  readonly faultPoint: FaultPoint;
  /** URL under which people reach this instance, without a trailing slash. */
  readonly publicUrl: string;
  /** URL of the API and what it serves: the same, unless the web app is served from another host. */
  readonly apiUrl: string;
  readonly uploadFolder: string;
  /** Aborts when the process stops: work that can be done again then ends. */
  readonly stopping: AbortSignal;
  /**
   * Work that goes on although nobody waits for its end; `dispose` does, because it uses what is closed then.
   */
  inBackground(work: Promise<unknown>): void;
  dispose(): Promise<void>;
}

/** The context as one request uses it: what it logs carries the request's id. */
export function ofRequest(
  context: Context,
  { state }: { readonly state: { readonly log: Logger } },
): Context {
  return { ...context, log: state.log };
}
