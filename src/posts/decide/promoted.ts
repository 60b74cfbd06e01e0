/**
 * What follows from the promotion of a standby: the first site may have published what was due here, until it
 * was stopped, so that is looked for before anything of it is sent, as after a restore. Here the time in
 * which it may have done so ends with the promotion.
 */
import { queryInside, type Database, type EntityManager, type Statement } from '../../platform/database.ts';
import { noteHere } from '../../platform/freeze.ts';
import { noteCopied, readRestored } from '../../platform/restored.ts';
import { readTimeline } from '../../platform/server-state.ts';
import { presumeSent } from './presume-sent.ts';
import { endRestored } from './resume.ts';

const NOTE: Statement = {
  name: 'promoted-note',
  text: `insert into instance_state (key, value) values ('promoted', $1::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`,
};
const READ: Statement = {
  name: 'promoted-read',
  text: "select value from instance_state where key = 'promoted'",
};

/** What the promotion came to. Dates are ISO 8601. */
export interface Promotion {
  /** The timeline that it began. */
  readonly timeline: string;
  readonly at: string;
  /** Whether it is certain that everything is here which the first site recorded. */
  readonly complete: boolean;
  /** Until when it is known what the first site published; null when all of it is. */
  readonly knownUntil: string | null;
  /** The posts that are looked for. */
  readonly doubtful: readonly string[];
}

/** The promotion that this server has come out of, once `settlePromotion` was done; else undefined. */
export async function readPromotion(database: Pick<Database, 'query'>): Promise<Promotion | undefined> {
  const [row] = await database.query<{ value: Promotion }>(READ);
  return row?.value.timeline === (await readTimeline(database)) ? row?.value : undefined;
}

/**
 * Settles in one transaction what the ledger does not know after a promotion, and notes the database as the
 * one to go on from. A copy that was already waiting for its resume goes on waiting.
 */
export async function settlePromotion(database: Database, complete: boolean): Promise<Promotion> {
  const timeline = await readTimeline(database);
  if (timeline === null) throw new Error('the server has no timeline of its own yet');
  return database.fork().transactional(async (tx) => {
    const inside: Pick<Database, 'query'> = {
      query: (statement, values = []) => queryInside(tx, statement, values),
    };
    const waits = Boolean(await readRestored(inside));
    const found = complete || waits ? { knownUntil: null, doubtful: [] } : await presume(tx, inside);
    const promotion = { timeline, at: new Date().toISOString(), complete, ...found };
    await inside.query(NOTE, [JSON.stringify(promotion)]);
    await noteHere(inside);
    return promotion;
  });
}

async function presume(
  tx: EntityManager,
  inside: Pick<Database, 'query'>,
): Promise<Pick<Promotion, 'knownUntil' | 'doubtful'>> {
  await noteCopied(inside);
  const at = (await readRestored(inside)) ?? new Date(0);
  await endRestored(tx);
  const doubtful = await inside.query<{ postId: string }>(presumeSent('promoted'), [
    at.toISOString(),
    'now',
    null,
    null,
  ]);
  return { knownUntil: at.toISOString(), doubtful: doubtful.map(({ postId }) => postId) };
}
