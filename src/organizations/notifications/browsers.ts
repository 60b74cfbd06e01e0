/** The browsers that show a person what happens, and the keys of this instance at their push services. */
import type { Database, Statement } from '../../platform/database.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** What the browser returned to the page (Push API, `PushSubscription.toJSON`). */
export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

interface Deps {
  readonly database: Pick<Database, 'query'>;
  readonly secrets: Secrets;
}

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const KEY_BINDING = 'push-key';
const bindingOf = (userId: string, sessionId: string): string => `push:${userId}:${sessionId}`;

interface KeyRow {
  readonly publicKey: string;
  readonly sealed: string;
}

const READ_KEYS: Statement = {
  name: 'push-keys',
  text: 'select public_key as "publicKey", sealed from push_key',
};
const MAKE_KEYS: Statement = {
  name: 'push-keys-make',
  text: 'insert into push_key (public_key, sealed) values ($1, $2) on conflict do nothing',
};
const SEAL_AGAIN: Statement = {
  name: 'push-keys-seal-again',
  text: 'update push_key set sealed = $2 where sealed = $1',
};
// A browser takes no message of other keys: it is turned on again.
const REPLACE_KEYS: Statement = {
  name: 'push-keys-replace',
  text: `with replaced as (
      update push_key
      set public_key = $2, sealed = $3, created_at = clock_timestamp()
      where sealed = $1
      returning 1
    )
    delete from push_subscription
    where exists (select 1 from replaced)`,
};

async function newKeys(secrets: Secrets): Promise<[publicKey: string, sealed: string]> {
  const { generateVAPIDKeys } = (await import('web-push')).default;
  const { publicKey, privateKey } = generateVAPIDKeys();
  return [publicKey, secrets.seal(privateKey, KEY_BINDING)];
}

async function readRow({ database, secrets }: Deps): Promise<KeyRow> {
  let [row] = await database.query<KeyRow>(READ_KEYS);
  if (!row) {
    await database.query(MAKE_KEYS, await newKeys(secrets));
    [row] = await database.query<KeyRow>(READ_KEYS);
  }
  if (!row) throw new Error('the keys for push messages were not stored');
  return row;
}

/** What a browser needs to subscribe; the private half may not open. */
export const readPublicKey = async (deps: Deps): Promise<string> => (await readRow(deps)).publicKey;

/**
 * Made once for the instance: a subscription takes messages of one key alone (RFC 8292, section 4). Where the
 * private half does not open with any ENCRYPTION_KEY, new keys take their place, and all browsers are off.
 */
export async function readPushKeys(deps: Deps): Promise<PushKeys> {
  const { database, secrets } = deps;
  const row = await readRow(deps);
  const privateKey = openedOf(secrets, row.sealed);
  if (privateKey === null) {
    await database.query(REPLACE_KEYS, [row.sealed, ...(await newKeys(secrets))]);
    const { publicKey, sealed } = await readRow(deps);
    return { publicKey, privateKey: secrets.open(sealed, KEY_BINDING) };
  }
  if (!secrets.isNewest(row.sealed)) {
    await database.query(SEAL_AGAIN, [row.sealed, secrets.seal(privateKey, KEY_BINDING)]);
  }
  return { publicKey: row.publicKey, privateKey };
}

/** Whether the private half, as it is stored, opens. */
export const opensPushKey = (secrets: Secrets, sealed: string): boolean => openedOf(secrets, sealed) !== null;

function openedOf(secrets: Secrets, sealed: string): string | null {
  try {
    return secrets.open(sealed, KEY_BINDING);
  } catch {
    return null;
  }
}

const ADD: Statement = {
  name: 'push-add-browser',
  text: `insert into push_subscription (session_id, user_id, sealed)
    select id, user_id, $3
    from session
    where id = $1 and user_id = $2
    on conflict (session_id) do update set sealed = excluded.sealed, created_at = clock_timestamp()`,
};
const REMOVE: Statement = {
  name: 'push-remove-browser',
  text: 'delete from push_subscription where session_id = $1',
};
const WHERE_ON: Statement = {
  name: 'push-where-on',
  text: `select coalesce(bool_or(session_id = $2), false) as here, count(*) > 0 as anywhere
    from push_subscription
    where user_id = $1`,
};
const OF_PERSON: Statement = {
  name: 'push-browsers',
  text: `select p.session_id as "sessionId", p.sealed
    from push_subscription p
    join session s on s.id = p.session_id and s.expires_at > now()
    where p.user_id = $1
    order by p.created_at desc
    limit 10`,
};

export interface Browser {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Turns on the browser of a session, with which it ends. The URL and the keys are sealed: they are all that
 * is needed to write to the browser.
 */
export async function addBrowser(
  { database, secrets }: Deps,
  { userId, sessionId }: Browser,
  { endpoint, keys: { p256dh, auth } }: Subscription,
): Promise<void> {
  const plain = JSON.stringify({ endpoint, keys: { p256dh, auth } });
  await database.query(ADD, [sessionId, userId, secrets.seal(plain, bindingOf(userId, sessionId))]);
}

export async function removeBrowser({ database }: Pick<Deps, 'database'>, sessionId: string): Promise<void> {
  await database.query(REMOVE, [sessionId]);
}

/** Whether the browser of this session shows what happens, and whether any browser of the person does. */
export async function whereOn(
  { database }: Pick<Deps, 'database'>,
  { userId, sessionId }: Browser,
): Promise<{ readonly here: boolean; readonly anywhere: boolean }> {
  const [row] = await database.query<{ here: boolean; anywhere: boolean }>(WHERE_ON, [userId, sessionId]);
  return row ?? { here: false, anywhere: false };
}

/** The ten newest of a person, of sessions that have not ended. `open` decrypts what was stored. */
export async function browsersOf(
  { database, secrets }: Deps,
  userId: string,
): Promise<{ readonly sessionId: string; open(): Subscription }[]> {
  const rows = await database.query<{ sessionId: string; sealed: string }>(OF_PERSON, [userId]);
  return rows.map(({ sessionId, sealed }) => ({
    sessionId,
    open: () => JSON.parse(secrets.open(sealed, bindingOf(userId, sessionId))) as Subscription,
  }));
}
