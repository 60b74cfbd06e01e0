/**
 * The one checker of all faults compares the answers to clients with the database, the network's own ledger
 * and the runs. Pure: it gets facts and names every difference.
 */
import type { SandboxPost } from '../../../providers/_networks/sandbox/journal.ts';
import type { PostState } from '../../../temporal/contract/post-states.ts';

/** What a client asked for and was answered. Each part's text begins with `[token/part]`. */
export interface Promised {
  readonly token: string;
  /** null while no request for it was answered: then it may or may not exist, but only once. */
  readonly postId: string | null;
  /**
   * Id of the channel, as the network's ledger names it; the network refuses a channel that uses another's
   * account.
   */
  readonly account: string;
  /** Texts of the parts; more than one version when the answer to an edit was lost. */
  readonly versions: readonly (readonly string[])[];
  /** The earliest valid date, in milliseconds since the epoch. */
  readonly dueMs: number;
  /** Whether a DELETE was sent; without one, `cancelled` is a loss. */
  readonly deleteAsked: boolean;
}

/** A row as the database has it. */
export interface PostFact {
  readonly postId: string;
  readonly groupId: string;
  readonly state: PostState;
  readonly publishAtMs: number;
  /** Text of the first part. */
  readonly text: string;
  /** Attempts that are `sent` and neither confirmed nor rejected. */
  readonly openAttempts: number;
}

/** The world after it settled. */
export interface Facts {
  readonly promised: readonly Promised[];
  readonly rows: readonly PostFact[];
  readonly ledger: readonly Pick<SandboxPost, 'id' | 'channelId' | 'text' | 'inReplyTo' | 'receivedAt'>[];
  /** Runs that are open in Temporal, by group. */
  readonly openRuns: readonly string[];
  /** Messages that wait in the outbox, by group. */
  readonly undelivered: readonly string[];
  readonly nowMs: number;
}

/** Everything that can be wrong. */
export const FINDINGS = [
  'lost',
  'phantom',
  'duplicate',
  'early',
  'wrong content',
  'wrong channel',
  'orphan workflow',
  'orphan row',
] as const;
export type FindingKind = (typeof FINDINGS)[number];

export interface Finding {
  readonly kind: FindingKind;
  readonly what: string;
}

/** The checker's verdict; `lateMs` has one entry for each published post, sorted. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly states: Readonly<Partial<Record<PostState, number>>>;
  readonly lateMs: readonly number[];
}

type Say = (kind: FindingKind, what: string) => void;

const WAITING: readonly PostState[] = ['scheduled', 'publishing', 'processing'];

/** Token and part of a text; null for a text that no client of the test wrote. */
export function readMark(text: string): { token: string; part: number } | null {
  const found = /^\[(\S+)\/(\d+)\]/.exec(text);
  return found ? { token: found[1] ?? '', part: Number(found[2]) } : null;
}

/** Compares; no findings means that every promise held. */
export function check(facts: Facts): Verdict {
  const findings: Finding[] = [];
  const say: Say = (kind, what) => void findings.push({ kind, what });
  const index = indexOf(facts);
  checkLedger(facts, say);
  for (const promised of facts.promised) checkPromise(facts, { promised, index, say });
  checkRows(facts, say);
  checkRuns(facts, say);
  const states: Partial<Record<PostState, number>> = {};
  for (const { state } of facts.rows) states[state] = (states[state] ?? 0) + 1;
  return { findings, states, lateMs: lateness(facts, index) };
}

/** The value below which `share` (0 to 1) of the sorted values lie; null for an empty list. */
export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

/** Indexed for each promise, because scanning everything takes too long with ten thousand of them. */
interface Index {
  readonly rowsById: ReadonlyMap<string, PostFact>;
  readonly rowsByToken: ReadonlyMap<string, PostFact>;
  readonly entries: ReadonlyMap<string, readonly { part: number; receivedAt: string }[]>;
}

function indexOf({ rows, ledger }: Facts): Index {
  const token = (text: string): string => readMark(text)?.token ?? '';
  const entries = Map.groupBy(
    ledger.map((e) => ({
      token: token(e.text),
      part: readMark(e.text)?.part ?? -1,
      receivedAt: e.receivedAt,
    })),
    (e) => e.token,
  );
  return {
    rowsById: new Map(rows.map((r) => [r.postId, r])),
    rowsByToken: new Map(rows.toReversed().map((r) => [token(r.text), r])),
    entries,
  };
}

/**
 * Every entry of the ledger must be a part of a requested post, with its text, in its place, not before its
 * date.
 */
function checkLedger(facts: Facts, say: Say): void {
  const seen = new Map<string, string>();
  const byToken = new Map(facts.promised.map((p) => [p.token, p]));
  for (const entry of facts.ledger) {
    const mark = readMark(entry.text);
    const promised = mark && byToken.get(mark.token);
    if (!mark || !promised) {
      say('phantom', `"${entry.text}" is on the network and nobody asked for it`);
      continue;
    }
    const key = `${mark.token}/${mark.part}`;
    if (seen.has(key)) say('duplicate', `${key} is on the network again`);
    if (entry.channelId !== promised.account) {
      say('wrong channel', `${key} went to the account ${entry.channelId}`);
    }
    if (!promised.versions.some((parts) => parts[mark.part] === entry.text)) {
      say('wrong content', `${key} reads "${entry.text}"`);
    }
    if (mark.part > 0 && entry.inReplyTo !== (seen.get(`${mark.token}/${mark.part - 1}`) ?? '')) {
      say('wrong content', `${key} does not follow the part before it`);
    }
    const early = promised.dueMs - Date.parse(entry.receivedAt);
    if (early > 0) say('early', `${key} was published ${early} ms before its date`);
    if (!seen.has(key)) seen.set(key, entry.id);
  }
}

/** Every answer that a client got must have come true. */
function checkPromise(
  facts: Facts,
  { promised, index, say }: { promised: Promised; index: Index; say: Say },
): void {
  const { token } = promised;
  const row = promised.postId ? index.rowsById.get(promised.postId) : index.rowsByToken.get(token);
  const sent = new Set(index.entries.get(token)?.map((e) => e.part));
  if (!row) {
    if (promised.postId) say('lost', `${token} was accepted and has no row`);
    else if (sent.size) say('phantom', `${token} is on the network and has no row`);
    return;
  }
  const wanted = Math.max(...promised.versions.map((parts) => parts.length));
  if (WAITING.includes(row.state) && row.publishAtMs <= facts.nowMs) {
    say('lost', `${token} is ${row.state} although its date has passed`);
  }
  if (row.state === 'published' && sent.size < wanted) {
    say('lost', `${token} is published and the network has ${sent.size} of ${wanted} parts`);
  }
  if (row.state === 'cancelled' && !promised.deleteAsked) {
    say('lost', `${token} is cancelled and nobody cancelled it`);
  }
  if (['cancelled', 'failed', 'missed', 'draft'].includes(row.state) && sent.size) {
    say('phantom', `${token} is ${row.state} and on the network`);
  }
}

/** Every row must belong to an organisation, and a waiting one must have a run. */
function checkRows(facts: Facts, say: Say): void {
  const known = new Set(facts.promised.map((p) => p.token));
  const runs = new Set(facts.openRuns);
  const tokens = new Map<string, number>();
  for (const row of facts.rows) {
    const token = readMark(row.text)?.token ?? '';
    tokens.set(token, (tokens.get(token) ?? 0) + 1);
    if (!known.has(token)) say('orphan row', `the row ${row.postId} belongs to no request`);
    if (WAITING.includes(row.state) && !runs.has(row.groupId)) {
      say('orphan row', `${token} is ${row.state} and no run works on it`);
    }
    if (row.openAttempts && !WAITING.includes(row.state) && row.state !== 'unconfirmed') {
      say('orphan row', `${token} is ${row.state} with an attempt that is still open`);
    }
  }
  for (const [token, times] of tokens) {
    if (times > 1 && known.has(token)) say('duplicate', `${token} has ${times} rows`);
  }
  for (const groupId of facts.undelivered) {
    say('orphan row', `the outbox still holds a message about ${groupId}`);
  }
}

/** Every open run must have something to wait for. */
function checkRuns(facts: Facts, say: Say): void {
  const open = new Set(
    facts.rows.filter((r) => WAITING.includes(r.state) || r.state === 'unconfirmed').map((r) => r.groupId),
  );
  for (const groupId of facts.openRuns) {
    if (!open.has(groupId)) say('orphan workflow', `the run of ${groupId} has nothing to wait for`);
  }
}

function lateness(facts: Facts, { entries }: Index): number[] {
  const late = facts.promised.flatMap((p) => {
    const first = entries.get(p.token)?.find((e) => e.part === 0);
    return first ? [Math.max(0, Date.parse(first.receivedAt) - p.dueMs)] : [];
  });
  return late.sort((a, b) => a - b);
}
