/**
 * How long each step on the way of a post may take, in milliseconds. A bound that contains others is computed
 * from them, so that none can be cut off by the one around it. Pure, like the contract: workflows import it.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** One call that carries no file. */
export const CALL_MS = 30 * SECOND;

/** The largest file that an instance stores, in bytes. */
export const LARGEST_FILE = 1024 ** 3;
/** One megabit a second; an upload over a slower line is given up. */
const SLOWEST_BYTES_PER_SECOND = 128 * 1024;

/** The upload of one file of this many bytes, until the network has answered. */
export const uploadMs = (bytes: number): number =>
  2 * CALL_MS + Math.ceil((bytes / SLOWEST_BYTES_PER_SECOND) * SECOND);

/** How long a network may process an upload before the post is tried again later. */
export const PROCESSING_MS = 20 * MINUTE;

/**
 * Everything before the part is marked as sent. A post with several large files may take longer: it is cut
 * off here, and the next try goes on with what is uploaded by then.
 */
export const PREPARE_MS = uploadMs(LARGEST_FILE) + PROCESSING_MS;

/** The renewal of an expired token: a few calls, which wait for one another. */
export const RENEWAL_MS = 4 * CALL_MS;

/** How long Temporal lets a worker take for one task of a run: its default. Then the task is done again. */
const WORKFLOW_TASK_MS = 10 * SECOND;
/**
 * A run hands a post to its network's queue this long before its date; the activity then waits by the
 * database's clock. A run's timer is started when the task that set it is over, but counts from when that
 * task began: on a busy machine it fires late by what the task took, which is at most this.
 */
export const EARLY_MS = WORKFLOW_TASK_MS;

/** From the mark as sent to the call. A process that was suspended in between for longer sends nothing. */
export const SEND_WITHIN_MS = 5 * SECOND;

/** The longest that a provider may declare as its `publishTimeoutMs`: the one call, with the files in it. */
export const PUBLISH_CALL_MS = 4 * MINUTE;

/** Waits between the tries to record what a network answered, while the database restarts. */
export const RECORD_WAITS_MS = [200, 500, 1000, 2000, 5000, 5000, 10_000] as const;
/** Recording an answer: those waits, and the statements between them. */
export const RECORD_MS = RECORD_WAITS_MS.reduce((sum, wait) => sum + wait, 0) + 10 * SECOND;

/** One lookup or one question whether a post is ready, however many calls it takes. */
export const LOOKUP_MS = 2 * MINUTE;

/** How often a running activity sends a heartbeat. */
export const HEARTBEAT_EVERY_MS = 2500;
/** Without a heartbeat for so long, an activity counts as dead and another worker may take the part. */
export const HEARTBEAT_TIMEOUT_MS = 8 * SECOND;

/** One try of `<provider>.publish`. It prepares a second time if the token had expired. */
export const PUBLISH_TRY_MS =
  2 * PREPARE_MS + RENEWAL_MS + SEND_WITHIN_MS + PUBLISH_CALL_MS + RECORD_MS + MINUTE;
/** One try of `<provider>.verify` or `<provider>.poll`: the lookup, a renewal after it, the record. */
export const LOOKUP_TRY_MS = LOOKUP_MS + RENEWAL_MS + RECORD_MS;

/**
 * What a worker that is stopped leaves to its activities. Preparing ends at once, so this is for calls that
 * have begun: a publish, with its record, or a lookup.
 */
export const SHUTDOWN_GRACE_MS = Math.max(SEND_WITHIN_MS + PUBLISH_CALL_MS + RECORD_MS, LOOKUP_TRY_MS);
/** After this, a stopped worker no longer waits for activities that ignore the end of their grace. */
export const SHUTDOWN_FORCE_MS = SHUTDOWN_GRACE_MS + 5 * SECOND;
/**
 * When the supervisor ends a worker that has not ended by itself; a container gets more (docker-compose.yml).
 */
export const WORKER_STOP_MS = SHUTDOWN_FORCE_MS + 5 * SECOND;
