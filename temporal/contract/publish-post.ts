/** PublishPostWorkflow: its input, its messages, and what its activities report. */
import type { FINAL_STATES, HoldReason } from './post-states.ts';

/** The run that publishes the posts of one request. */
export const publishWorkflowId = (groupId: string): string => `publish-post:${groupId}`;

/** The activity that sends one part to a network; its name is what the Temporal UI shows. */
export const publishActivity = (provider: string): string => `${provider}.publish`;

/** The activity that asks whether a network has finished what it accepted. */
export const pollActivity = (provider: string): string => `${provider}.poll`;

/** The activity that looks on a network for a post whose answer was lost. */
export const verifyActivity = (provider: string): string => `${provider}.verify`;

/**
 * One target. Times in milliseconds since the epoch. How many parts it has, and when they are due, follows
 * from each part's outcome.
 */
export interface PublishTarget {
  readonly postId: string;
  readonly provider: string;
  readonly revision: number;
  readonly dueMs: number;
}

/** A target as a run hands it on to the run that continues it. */
export interface CarriedTarget extends PublishTarget {
  readonly part?: number;
  readonly lost?: number;
  readonly phase?: TargetProgress['phase'];
  readonly hold?: HoldReason | null;
  readonly url?: string | null;
  readonly latenessMs?: number | null;
  readonly result?: TargetResult | null;
}

/** Ids, dates and revisions only: a history can be read by operators. */
export interface PublishPostInput {
  readonly groupId: string;
  readonly organizationId: string;
  readonly targets: readonly CarriedTarget[];
  /**
   * After as many events, a run that only waits continues as a new one. Absent in runs that were started
   * before there was such a bound: they go on as they are.
   */
  readonly eventsPerRun?: number;
  /**
   * Temporal begins the run EARLY_MS before its first date, so it hands the post over at once. Absent in runs
   * that were started before: they began with a timer, and go on as they are.
   */
  readonly beginsEarly?: true;
}

export interface TargetResult {
  readonly postId: string;
  readonly provider: string;
  readonly outcome: (typeof FINAL_STATES)[number];
  readonly url: string | null;
  readonly latenessMs: number | null;
  /** The code of the post's error, never its message: that may be a network's. */
  readonly reason: string | null;
}

/** The result of a run; `summary` reads by itself ("2 published", "1 published, 1 failed"). */
export interface PublishPostResult {
  readonly summary: string;
  readonly targets: readonly TargetResult[];
}

/**
 * The message to a publishing run: the row of a post has changed, so the run reads it (`TargetRow`) and acts
 * on it. A run that does not know the post takes it on.
 */
export const ROW_CHANGED_SIGNAL = 'rowChanged';

export interface RowChanged {
  readonly postId: string;
  /**
   * The state of the row when this was sent, if nothing of the post is published and it waits for its date:
   * it spares the run of a waiting post the reading, and anything else still reads.
   */
  readonly waits?: Pick<PublishTarget, 'dueMs' | 'revision'>;
}

/** What a publishing run is waiting for. */
export const PROGRESS_QUERY = 'progress';

/** Answer of the query `progress`. */
export interface TargetProgress {
  readonly postId: string;
  readonly provider: string;
  readonly phase:
    | 'waiting'
    | 'held'
    | 'publishing'
    | 'processing'
    | 'verifying'
    | 'needs a decision'
    | 'done';
  readonly due: string;
  readonly part: number;
}

/** Which row a publishing run reads: a post that belongs to another request is `gone` for it. */
export interface TargetRef {
  readonly postId: string;
  readonly groupId: string;
}

/** A post that is still to be published. `waitMs` by the database's clock; `part` is the first one left. */
interface OpenRow {
  readonly provider: string;
  readonly revision: number;
  readonly part: number;
  readonly waitMs: number;
}

/** The state of a post's row, for its run. */
export type TargetRow =
  | { readonly status: 'gone' }
  | ({ readonly status: 'waits' } & OpenRow)
  | ({ readonly status: 'unconfirmed' } & OpenRow)
  | {
      readonly status: 'ended';
      readonly outcome: TargetResult['outcome'];
      readonly revision: number;
      readonly url: string | null;
      readonly latenessMs: number | null;
    };

/**
 * What one publish, poll or verify activity reports. Everything irreversible is in the database before it is
 * reported.
 */
export type PartOutcome =
  | {
      readonly status: 'published';
      readonly url: string | null;
      readonly latenessMs: number | null;
      /** Wait before the next part; null after the last. */ readonly nextDelayMs: number | null;
    }
  | { readonly status: 'processing'; readonly pollAfterMs: number }
  | { readonly status: 'failed' | 'partly_published' | 'unconfirmed' | 'missed'; readonly reason: string }
  /** Due, but it may not leave: looked at again after `waitMs`, or when a message asks for it. */
  | {
      readonly status: 'held';
      readonly reason: HoldReason;
      readonly waitMs: number;
      readonly revision: number;
    }
  /** Nothing was sent, and nothing can be for longer than an activity should last: a timer of the run. */
  | { readonly status: 'wait'; readonly waitMs: number; readonly reason: string }
  | { readonly status: 'unknown'; readonly verifyAfterMs: number }
  /** Looked for, and not settled: looked for again after `lookAfterMs`, or when a message asks for it. */
  | { readonly status: 'look'; readonly lookAfterMs: number }
  | { readonly status: 'retry' }
  /** `waitMs` by the database's clock, so that a workflow on another clock cannot spin. */
  | { readonly status: 'not_due'; readonly waitMs: number; readonly revision: number }
  | { readonly status: 'cancelled' };

/** Argument of the network activities: a part of a post. */
export interface PartRef {
  readonly postId: string;
  readonly position: number;
}
