/**
 * States of connecting by OAuth: random, stored as a hash, valid for one hour by the database's clock,
 * consumed once by one statement.
 */
import { v7 as uuidv7 } from 'uuid';
import type { OAuthClient } from '../../../providers/_kit/oauth.ts';
import type { Person } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { hashToken, randomAlphanumeric, type Secrets } from '../../platform/secrets.ts';

const STATE_LENGTH = 48;

/**
 * What the exchange needs from the step before. `app` is kept where it was registered at `server`, because
 * another process may register another one meanwhile, and where it is the organisation's own.
 */
export interface KeptStep {
  readonly redirectUri: string;
  readonly server?: string;
  readonly app?: OAuthClient;
  readonly verifier?: string;
  /** Where the person approves, and what is asked about, if the network sends no browser back. */
  readonly approval?: { readonly url: string; readonly ticket: string };
}

/**
 * Who asked, and for what. `sessionId` null = a key or token asked: any admin of the organisation who is
 * signed in may finish.
 */
export interface Asked {
  readonly organizationId: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly provider: string;
  /** The channel to reconnect. */
  readonly integrationId: string | null;
  /** The origin of the browser. */
  readonly origin: string;
  readonly step: KeptStep;
}

/** A valid state, now consumed. */
export interface Claimed {
  readonly id: string;
  /** Whether a key or a token asked, so that the person who finishes has seen nothing of it yet. */
  readonly askedByProgram: boolean;
  readonly integrationId: string | null;
  readonly step: KeptStep;
}

/** What is known about an invalid state. */
export interface Remembered {
  readonly provider: string;
  readonly organizationId: string;
  readonly sessionId: string | null;
  readonly origin: string | null;
  readonly used: boolean;
  readonly expired: boolean;
}

const BEGIN: Statement = {
  name: 'connect-begin',
  text: `with gone as (delete from connect_state where expires_at < now() - interval '1 day')
    insert into connect_state (id, state_hash, organization_id, user_id, session_id, integration_id, provider, sealed, origin, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + interval '1 hour')`,
};
/** A connection that this person may finish: $1 to $4 are the state, network, organisation and session. */
const OPEN = `state_hash = $1 and provider = $2 and organization_id = $3 and (session_id is null or session_id = $4) and used_at is null and expires_at > now()`;
// The sealed data is returned and erased. A concurrent second call waits for the row, looks again, and finds
// it used.
const CLAIM: Statement = {
  name: 'connect-claim',
  text: `with found as (select id, sealed, integration_id, session_id from connect_state
      where ${OPEN} for update)
    update connect_state s set used_at = now(), phase = 'done', sealed = '', session_id = $4, user_id = $5 from found f where s.id = f.id
    returning s.id, f.sealed, f.integration_id as "integrationId", f.session_id is null as "askedByProgram"`,
};
const PEEK: Statement = {
  name: 'connect-peek',
  text: `select id, sealed from connect_state
    where ${OPEN}`,
};
const REMEMBER: Statement = {
  name: 'connect-remember',
  text: `select provider, organization_id as "organizationId", session_id as "sessionId", origin, used_at is not null as used, expires_at <= now() as expired from connect_state where state_hash = $1`,
};

/** The sealed content of a row of `connect_state`. */
export const connectBinding = (id: string): string => `connect:${id}`;

/** Creates a state and returns its value; only its hash is stored. */
export async function beginState(
  { database, secrets }: Pick<Context, 'database' | 'secrets'>,
  asked: Asked,
): Promise<string> {
  const [id, state] = [uuidv7(), randomAlphanumeric(STATE_LENGTH)];
  const { organizationId, userId, sessionId, integrationId, provider, origin, step } = asked;
  await database.query(BEGIN, [
    id,
    hashToken(state),
    organizationId,
    userId,
    sessionId,
    integrationId,
    provider,
    secrets.seal(JSON.stringify(step), connectBinding(id)),
    origin,
  ]);
  return state;
}

/**
 * Consumes a state. Undefined when it does not belong to this session (or, if requested with a key, to their
 * organisation), was used, or has expired.
 */
export async function claimState(
  { database, secrets }: { readonly database: Context['database']; readonly secrets: Secrets },
  state: string,
  by: { person: Person; provider: string },
): Promise<Claimed | undefined> {
  const { organizationId, userId, session } = by.person;
  const [row] = await database.query<Omit<Claimed, 'step'> & { sealed: string }>(CLAIM, [
    hashToken(state),
    by.provider,
    organizationId,
    session.id,
    userId,
  ]);
  return (
    row && {
      id: row.id,
      askedByProgram: row.askedByProgram,
      integrationId: row.integrationId,
      step: JSON.parse(secrets.open(row.sealed, connectBinding(row.id))) as KeptStep,
    }
  );
}

/** The step of a state that `claimState` would consume; it stays as it is. */
export async function peekState(
  { database, secrets }: { readonly database: Context['database']; readonly secrets: Secrets },
  state: string,
  by: { person: Person; provider: string },
): Promise<KeptStep | undefined> {
  const { organizationId, session } = by.person;
  const [row] = await database.query<{ id: string; sealed: string }>(PEEK, [
    hashToken(state),
    by.provider,
    organizationId,
    session.id,
  ]);
  return row && (JSON.parse(secrets.open(row.sealed, connectBinding(row.id))) as KeptStep);
}

/** Why a state was invalid. */
export async function rememberState(
  { database }: Pick<Context, 'database'>,
  state: string,
): Promise<Remembered | undefined> {
  return (await database.query<Remembered>(REMEMBER, [hashToken(state)]))[0];
}
