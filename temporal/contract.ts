/**
 * What the API, the workflows and the workers agree on: names, ids, messages. Pure: imports nothing, so that
 * workflows can import it.
 */

/** States in which a post has ended; `unconfirmed` and `missed` wait for a person's decision. */
export const FINAL_STATES = [
  'published',
  'partly_published',
  'failed',
  'unconfirmed',
  'missed',
  'cancelled',
] as const;
export const POST_STATES = ['draft', 'scheduled', 'publishing', 'processing', ...FINAL_STATES] as const;
export type PostState = (typeof POST_STATES)[number];

/** Queue of workflow tasks and of the activities that belong to no network. */
export const WORKFLOW_QUEUE = 'crier';
/** Queue of the activities that read numbers, apart from publishing, whose slots they never take. */
export const NUMBERS_QUEUE = 'numbers';
/** Queue of deliveries to webhooks, apart from publishing: a receiver may be slow. */
export const WEBHOOK_QUEUE = 'webhooks';
/** Queue of one network's activities; workers serve it only while a channel of that network is connected. */
export const publishQueue = (provider: string): string => `publish.${provider}`;

/** The run that publishes the posts of one request. */
export const publishWorkflowId = (groupId: string): string => `publish-post:${groupId}`;
/** The run that closes a code when its ten minutes are over. */
export const codeExpiryWorkflowId = (codeId: string): string => `oauth-code:${codeId}`;
/** The run that tells of the end of one token, or of all tokens of an app that was deleted. */
export const revocationWorkflowId = (of: RevocationRef): string =>
  'appId' in of ? `delete-oauth-app:${of.appId}` : `revoke-token:${of.tokenId}`;
/** The run that renews a channel's credentials ahead of their expiry. */
export const refreshWorkflowId = (integrationId: string): string => `refresh-token:${integrationId}`;
/** The run that reads the numbers of a channel and of its posts every day. */
export const numbersWorkflowId = (integrationId: string): string => `collect-numbers:${integrationId}`;
/** The run that delivers one event to one webhook. */
export const deliveryWorkflowId = (deliveryId: string): string => `deliver-webhook:${deliveryId}`;
/** The run that looks for what was lost, and the schedule that starts it; never two at once. */
export const RECONCILE_WORKFLOW_ID = 'reconcile';
export const RECONCILE_SCHEDULE_ID = 'reconcile-every-minute';

/**
 * The list of runs in the Temporal UI without the passes of the reconciler, of which there is one a minute:
 * the address that people are given.
 */
export const runsPage = (uiUrl: string, namespace: string): string =>
  `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent("WorkflowType!='ReconcileWorkflow'")}`;

/** Names of the activities of one network, as they appear in the Temporal UI. */
export const publishActivity = (provider: string): string => `${provider}.publish`;
/** The activity that asks whether a network has finished what it accepted. */
export const pollActivity = (provider: string): string => `${provider}.poll`;
/** The activity that looks at a network for a post whose answer was lost. */
export const verifyActivity = (provider: string): string => `${provider}.verify`;
/** The activity that renews the credentials of one channel of a network. */
export const refreshActivity = (provider: string): string => `${provider}.refresh`;

/**
 * One target. Times in milliseconds since the epoch. How many parts it has and when, each part's outcome
 * says.
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
}

export interface TargetResult {
  readonly postId: string;
  readonly provider: string;
  readonly outcome: (typeof FINAL_STATES)[number];
  readonly url: string | null;
  readonly latenessMs: number | null;
  /** The code of the error that the post has, never its words: those may be a network's. */
  readonly reason: string | null;
}

/** The result of a run; `summary` reads by itself ("2 published", "1 published, 1 failed"). */
export interface PublishPostResult {
  readonly summary: string;
  readonly targets: readonly TargetResult[];
}

/**
 * The message to a publishing run: the row of a post has changed, so the run reads it (`TargetRow`) and does
 * what it says. A run that does not know the post takes it on.
 */
export const ROW_CHANGED_SIGNAL = 'rowChanged';
export interface RowChanged {
  readonly postId: string;
  /**
   * What the row said when this was sent, if nothing of the post is out and it waits for its date: it spares
   * the run of a waiting post the reading, and anything else still reads.
   */
  readonly waits?: Pick<PublishTarget, 'dueMs' | 'revision'>;
}

/** Messages that API processes of before this release send to a publishing run. */
export const RESCHEDULE_UPDATE = 'reschedule';
export const CANCEL_UPDATE = 'cancel';
export const RESOLVE_UPDATE = 'resolveUnconfirmed';
export const WAKE_UPDATE = 'wake';
/** What a publishing run is waiting for. */
export const PROGRESS_QUERY = 'progress';

/**
 * The row's new date and revision; a revision that the run knows already is refused. A failed or cancelled
 * post of a living run waits again.
 */
export interface RescheduleMessage {
  readonly postId: string;
  readonly dueMs: number;
  readonly revision: number;
}
/** The row is cancelled at this revision; an older revision than the run knows is refused. */
export interface CancelMessage {
  readonly postId: string;
  readonly revision: number;
}
/**
 * A person's word about an unknown outcome: it is out (`published`), send it again (`resend`), or leave it
 * (`drop`).
 */
export interface ResolveMessage {
  readonly postId: string;
  readonly decision: 'published' | 'resend' | 'drop';
}
/** What a held post waited for has come: its row is read again at once. */
export interface WakeMessage {
  readonly postId: string;
}
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

/**
 * Why a due post is held: its channel must be reconnected, or nothing may leave (its organisation or the
 * instance is frozen).
 */
export const HOLD_REASONS = ['channel', 'frozen'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Which row a publishing run reads: a post that belongs to another request is `gone` for it. */
export interface TargetRef {
  readonly postId: string;
  readonly groupId: string;
}

/** A post that is still to go out. `waitMs` by the database's clock; `part` is the first one left. */
interface OpenRow {
  readonly provider: string;
  readonly revision: number;
  readonly part: number;
  readonly waitMs: number;
}

/** What the row of a post says to its run. */
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
  /** Due, but it may not leave: looked at again after `waitMs`, or when a message says so. */
  | {
      readonly status: 'held';
      readonly reason: HoldReason;
      readonly waitMs: number;
      readonly revision: number;
    }
  /** Nothing was sent, and nothing can be for longer than an activity should last: a timer of the run. */
  | { readonly status: 'wait'; readonly waitMs: number; readonly reason: string }
  | { readonly status: 'unknown'; readonly verifyAfterMs: number }
  /** Looked for, and not settled: looked for again after `lookAfterMs`, or when a message says so. */
  | { readonly status: 'look'; readonly lookAfterMs: number }
  | { readonly status: 'retry' }
  /** `waitMs` by the database's clock, so that a workflow on another clock cannot spin. */
  | { readonly status: 'not_due'; readonly waitMs: number; readonly revision: number }
  | { readonly status: 'cancelled' };

/** Argument of the network activities: which part of which post. */
export interface PartRef {
  readonly postId: string;
  readonly position: number;
}

/** Argument of OAuthCodeExpiryWorkflow. `expiresMs` in milliseconds since the epoch. */
export interface CodeExpiryInput {
  readonly codeId: string;
  readonly expiresMs: number;
  readonly organizationId: string;
}

/** What became of a code. `waitMs` by the database's clock, which alone says when its time is over. */
export type CodeOutcome =
  | { readonly status: 'expired' | 'exchanged' | 'burnt' | 'gone' }
  | { readonly status: 'too_early'; readonly waitMs: number };

/** One token, or every token of an app that was deleted. */
export type RevocationRef = { readonly tokenId: string } | { readonly appId: string };

/** Argument of TokenRevocationWorkflow. `organizationId`: of the token, or of the app. */
export type RevocationInput = RevocationRef & { readonly organizationId: string };

/** One batch of a revocation. After the last one, `tokens` is how many have ended in all. */
export type RevocationBatch = { readonly more: true } | { readonly more: false; readonly tokens: number };

/** Argument of RefreshTokenWorkflow. `known` and `renewals` are carried from run to run. */
export interface RefreshInput {
  readonly integrationId: string;
  readonly organizationId: string;
  readonly provider: string;
  readonly known?: KnownExpiry;
  readonly renewals?: number;
}

/** An expiry, and how long the credentials had to live when the run saw it first. */
export interface KnownExpiry {
  readonly expiresMs: number;
  readonly lifeMs: number;
}

/**
 * Argument of `<provider>.refresh`: credentials with another expiry were renewed by somebody else, and are
 * left alone.
 */
export interface RefreshRef {
  readonly integrationId: string;
  readonly expiresMs: number;
}

/**
 * What a channel's row says about its credentials. `expiresInMs` by the database's clock, negative when they
 * have expired; `ended` = there is nothing to renew any more.
 */
export type CredentialsState =
  | {
      readonly status: 'live';
      readonly expiresMs: number;
      readonly expiresInMs: number;
      /** Whether this call renewed them. */ readonly renewed: boolean;
    }
  | { readonly status: 'ended'; readonly reason: string; readonly renewed: boolean };

/** Argument of CollectNumbersWorkflow, and of its activity. */
export interface NumbersRef {
  readonly integrationId: string;
}

/** What the row says after the numbers of a channel were read, or could not be: when to come again. */
export type NumbersState =
  | { readonly status: 'wait'; readonly waitMs: number; readonly read: number }
  | { readonly status: 'ended'; readonly reason: string };

/** Argument of DeliverWebhookWorkflow and of its activity. */
export interface DeliveryInput {
  readonly deliveryId: string;
}

/** What a try to deliver an event came to. */
export type DeliveryOutcome =
  | { readonly status: 'delivered' | 'failed' | 'ended'; readonly reason: string }
  | { readonly status: 'wait'; readonly waitMs: number; readonly reason: string };

/** The result of the short runs; `summary` reads by itself ("expired", "12 tokens revoked"). */
export interface ShortResult {
  readonly summary: string;
}

/** Signal of RefreshTokenWorkflow: the channel was connected (again), so its row is read at once. */
export const CREDENTIALS_CHANGED_SIGNAL = 'credentialsChanged';

/**
 * Types of `ApplicationFailure` that activities throw; all of them are retried, final outcomes are results.
 */
export const FAILURE = {
  unsent: 'Unsent',
  notDue: 'NotDue',
  rateLimited: 'RateLimited',
  stillUnknown: 'StillUnknown',
  stillProcessing: 'StillProcessing',
  notRenewed: 'NotRenewed',
  receiverBusy: 'ReceiverBusy',
} as const;

/** Types of `ApplicationFailure` with which an update is refused: there is nothing left to deliver. */
export const REFUSAL = {
  unknownPost: 'UnknownPost',
  alreadyFinished: 'AlreadyFinished',
  staleRevision: 'StaleRevision',
  notUnconfirmed: 'NotUnconfirmed',
} as const;

/**
 * Search attributes: few, and Keyword, which PostgreSQL visibility can do (up to 255 characters). They are
 * what the list of the Temporal UI can show as columns. `PostState` is set while a run is held or waits for a
 * person, and when it ends as anything but published; `PostText` only where the operator allows it.
 */
export const SEARCH_KEYS = {
  organization: { name: 'OrganizationId', type: 'KEYWORD' },
  organizationName: { name: 'Organization', type: 'KEYWORD' },
  channels: { name: 'Channel', type: 'KEYWORD_LIST' },
  postText: { name: 'PostText', type: 'KEYWORD' },
  providers: { name: 'Provider', type: 'KEYWORD_LIST' },
  postState: { name: 'PostState', type: 'KEYWORD' },
  publishAt: { name: 'PublishAt', type: 'DATETIME' },
} as const;

/**
 * The memo of a publishing run: whose posts these are, for people who look at Temporal. As it was when the
 * run was started; of a request with very many posts, the first ones. `text` are a post's first words, and
 * there only where the operator allows it; `web` is the address of the web app. Older runs have none.
 */
// A type, as only a type is a record of unknown values.
export type PublishMemo = {
  readonly organization: string;
  readonly posts: Readonly<Record<string, { readonly channel: string; readonly text?: string }>>;
  readonly web?: string;
};

/** "2031-05-04 09:30 UTC" (with seconds when they are not zero) */
export function utcMinute(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, iso.slice(17, 19) === '00' ? 16 : 19)} UTC`;
}

/**
 * The workflow types that others start by name, with what they take and give. Stated here, so that who starts
 * a run needs none of its code; a test compares it with `workflows/index.ts`.
 */
export interface StartedWorkflows {
  CollectNumbersWorkflow(input: NumbersRef): Promise<ShortResult>;
  DeliverWebhookWorkflow(input: DeliveryInput): Promise<ShortResult>;
  OAuthCodeExpiryWorkflow(input: CodeExpiryInput): Promise<ShortResult>;
  PublishPostWorkflow(input: PublishPostInput): Promise<PublishPostResult>;
  RefreshTokenWorkflow(input: RefreshInput): Promise<ShortResult>;
  TokenRevocationWorkflow(input: RevocationInput): Promise<ShortResult>;
}
