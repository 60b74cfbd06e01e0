/** `promote`: a second site takes over with its standby, and looks first for what is not known there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { confirm } from '@inquirer/prompts';
import { counted } from '../../../platform/counted.ts';
import type { Database, Statement } from '../../../platform/database.ts';
import { readFreeze } from '../../../platform/freeze.ts';
import { credentialsBinding } from '../../../platform/secrets.ts';
import { readRestored } from '../../../platform/restored.ts';
import { isPromoted, readKnownServer } from '../../../platform/server-state.ts';
import { readPromotion, settlePromotion, type Promotion } from '../../../posts/decide/promoted.ts';
import { canAsk } from '../channels/ask.ts';
import { PROGRAM, type Session } from '../command.ts';
import { CliError } from '../errors.ts';
import type { Answer } from '../output.ts';
import { whoAnswers } from './first-site.ts';

export interface PromoteOptions {
  readonly firstSiteIsStopped?: boolean;
  readonly endedAt?: string;
  readonly synchronous?: boolean;
}

const REPLAY_MS = 30_000;
const PROMOTE_MS = 300_000;
const LOOK_MS = 200;
/** The longest record of a checkpoint, across the end of a page. */
const CHECKPOINT_BYTES = 512;

const STANDBY: Statement = { name: 'standby-is', text: 'select pg_is_in_recovery() as standby' };
const REPLAYED: Statement = {
  name: 'standby-replayed',
  text: `select pg_last_wal_replay_lsn()::text as position,
    pg_wal_lsn_diff(pg_last_wal_replay_lsn(), $1::pg_lsn)::float8 as past`,
};
// Without waiting for it: a statement has less time than a promotion may take.
const PROMOTE: Statement = { name: 'standby-promote', text: 'select pg_promote(false)' };
const CREDENTIALS: Statement = {
  name: 'standby-credentials',
  text: 'select id, organization_id as "organizationId", credentials from integration where deleted_at is null',
};
const LATER: Statement = {
  name: 'standby-later',
  text: `select count(*)::int as count from post
    where state = 'scheduled' and deleted_at is null and publish_at > now()`,
};

/** A command that was cut off goes on when it is typed again; one that was not prints the same once more. */
export async function promote(session: Session, options: PromoteOptions): Promise<Answer> {
  const { database } = session.context;
  const done = await readPromotion(database);
  if (done) return answer(database, done);
  const isStandby = await inRecovery(database);
  if (!isStandby && !(await isPromoted(database))) {
    throw new CliError('not_a_standby', await noStandbyText(database));
  }
  await assertOpens(session);
  await assertStopped(session, options);
  const complete = await isComplete(database, options);
  if (isStandby) await promoteServer(database);
  return answer(database, await settlePromotion(database, complete));
}

const inRecovery = async (database: Pick<Database, 'query'>): Promise<boolean> =>
  Boolean((await database.query<{ standby: boolean }>(STANDBY))[0]?.standby);

async function noStandbyText(database: Database): Promise<string> {
  return (await readRestored(database))
    ? 'The database in DATABASE_URL is a copy that was frozen already, and no standby any more: ' +
        `${PROGRAM} resume --all goes on, and looks first for what is due`
    : 'The database in DATABASE_URL is no standby: set DATABASE_URL to the standby of this site';
}

/** A second site without the keys of the first could publish nothing. */
async function assertOpens({ context }: Session): Promise<void> {
  const rows = await context.database.query<{ id: string; organizationId: string; credentials: string }>(
    CREDENTIALS,
  );
  for (const { id, organizationId, credentials } of rows) {
    try {
      context.secrets.open(credentials, credentialsBinding(organizationId, id));
    } catch (cause) {
      throw new CliError(
        'key_missing',
        'The encryption key that the channels were connected with is missing here: set ENCRYPTION_KEY to ' +
          'that of the first site. Nothing was changed',
        { cause },
      );
    }
  }
}

async function assertStopped(session: Session, options: PromoteOptions): Promise<void> {
  const who = await whoAnswers(session.context.database);
  if (who) {
    throw new CliError(
      'first_site_answers',
      `The first site is not stopped: ${who}. Two sites with the same posts both publish them: stop Crier ` +
        'there, then PostgreSQL, and keep both from starting again. Nothing was changed',
    );
  }
  if (options.firstSiteIsStopped) return;
  const needed = 'add --first-site-is-stopped, once neither its Crier nor its PostgreSQL can start again';
  if (!canAsk() || session.json) {
    throw new CliError('needs_terminal', `There is no terminal to ask in: ${needed}`);
  }
  const sure = await confirm(
    { message: 'Are Crier and PostgreSQL of the first site stopped, and will they stay so?', default: false },
    { output: process.stderr },
  );
  if (!sure) throw new CliError('cancelled', 'Cancelled: stop the first site, then type this again');
}

/** Whether it is shown, or said and not contradicted, that nothing of the first site's ledger is missing. */
async function isComplete(database: Database, { endedAt, synchronous }: PromoteOptions): Promise<boolean> {
  if (endedAt !== undefined) await assertEndIsHere(database, endedAt);
  if (!synchronous) return endedAt !== undefined;
  if (!(await readKnownServer(database))?.synchronous) {
    throw new CliError(
      'not_complete',
      'The workers of the first site did not find it synchronous: synchronous_standby_names was empty, or ' +
        'synchronous_commit neither on nor remote_apply. Leave out --synchronous. Nothing was changed',
    );
  }
  return true;
}

/** An orderly end is the last record: a server that went on after it has written more. */
async function assertEndIsHere(database: Database, endedAt: string): Promise<void> {
  if (!/^[0-9a-f]{1,8}\/[0-9a-f]{1,8}$/i.test(endedAt)) {
    throw new CliError('usage', '--ended-at must be a position such as 0/3000028');
  }
  for (const end = Date.now() + REPLAY_MS; ; await sleep(LOOK_MS)) {
    const [row] = await database.query<{ position: string | null; past: number | null }>(REPLAYED, [endedAt]);
    const { position = null, past = null } = row ?? {};
    if (past !== null && past > 0 && past <= CHECKPOINT_BYTES) return;
    const over = past !== null && past > CHECKPOINT_BYTES;
    if (!over && past !== null && Date.now() < end) continue;
    throw new CliError(
      'not_complete',
      `The first site did not end there, as this standby has it: it ${over ? 'goes on after' : 'does not reach'} ` +
        `${endedAt} (it is at ${position ?? 'no position'}). Take the position from pg_controldata again, after ` +
        'PostgreSQL was shut down there with this standby connected, or leave out --ended-at. Nothing was changed',
    );
  }
}

async function promoteServer(database: Database): Promise<void> {
  await database.query(PROMOTE).catch((cause: Error & { code?: string }) => {
    if (cause.code !== '42501') throw cause;
    throw new CliError(
      'not_promoted',
      'The user of DATABASE_URL may not promote the standby: as a superuser, run "select pg_promote()" in it, ' +
        'then type this command again. Nothing was changed',
      { cause },
    );
  });
  for (const end = Date.now() + PROMOTE_MS; await inRecovery(database); await sleep(LOOK_MS)) {
    if (Date.now() > end) {
      throw new CliError(
        'not_promoted',
        'The standby is still applying what it had received: type this command again in a while, and start ' +
          'nothing here before it has ended',
      );
    }
  }
}

async function answer(database: Database, promotion: Promotion): Promise<Answer> {
  const { complete, knownUntil, doubtful, at } = promotion;
  const frozen = (await readFreeze(database, {}))?.reason ?? null;
  const later = (await database.query<{ count: number }>(LATER))[0]?.count ?? 0;
  return {
    json: { promoted: true, at, complete, knownUntil, doubtful, later, frozen },
    lines: [
      `This site has taken over (${at})`,
      ...(complete ? ['The database has everything that the first site recorded: nothing is held'] : []),
      ...(knownUntil ? heldLines(knownUntil, doubtful) : []),
      `${counted(later, 'post')} scheduled for later, with unchanged dates`,
      ...(frozen ? [`Publishing is frozen (${frozen}): ${PROGRAM} resume --all shows what is due`] : []),
      'Start Crier here now, with an empty Temporal: npm start, or the containers. The first site may come ' +
        'back only as a new standby of this one',
    ],
  };
}

const heldLines = (knownUntil: string, doubtful: readonly string[]): string[] => [
  `What the first site did is known until ${knownUntil}. What was created, changed or cancelled there after ` +
    'that is not here',
  doubtful.length
    ? `${counted(doubtful.length, 'post')} came due by now, and may have been published there: each is looked ` +
      'up on its network before anything is sent, and a person decides where that is not conclusive ' +
      `(${PROGRAM} posts list --state unconfirmed)`
    : 'No post came due that may have been published there',
  ...doubtful.map((id) => `  ${id}`),
];
