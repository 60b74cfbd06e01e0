import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operations } from '../run/operations.ts';
import type { Operation } from '../http/operation.ts';
import { UNKNOWN_ID, addKey, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { addPerson, type TestPerson } from '../test/person.ts';
import { authorize, registerApp } from './fixtures/flow.ts';

const calls = operations()
  .filter(({ access }) => access !== 'open')
  .map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const);

/** The causes that end or suspend a token; `$1` = the app, `$2` = the person. */
const ENDS: Readonly<Record<string, string>> = {
  'that was revoked':
    "update oauth_token set revoked_at = now(), revoked_reason = 'user' where user_id = $2 and app_id = $1",
  'of a person who was removed': 'delete from membership where user_id = $2 and $1::uuid is not null',
  'of a person who was disabled':
    'update user_account set disabled_at = now() where id = $2 and $1::uuid is not null',
  'of an app that was deleted':
    'update oauth_app set deleted_at = now() where id = $1 and $2::uuid is not null',
  'of an app that is suspended':
    'update oauth_app set suspended_at = now() where id = $1 and $2::uuid is not null',
};

describe('each operation of the Public API (case 32)', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let live: string;
  let ofDeletedOrganization: string;
  const dead: Record<string, string> = {};
  const keys = { expired: '', revoked: '', reading: '' };
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    live = await authorize(crier, ada, await registerApp(ada));
    for (const [what, change] of Object.entries(ENDS)) {
      const app = await registerApp(ada);
      const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
      dead[what] = await authorize(crier, mia, app);
      await sql(crier, change, [app.id, mia.id]);
    }
    const gone = await crier.anotherOrganization('Gone & Co');
    ofDeletedOrganization = await authorize(
      crier,
      await addPerson(crier, { name: 'Gone', organizationId: gone.id }),
      await registerApp(ada),
    );
    await sql(crier, 'delete from organization where id = $1', [gone.id]);
    keys.expired = await addKey(crier, "expires_at = now() - interval '1 second'");
    keys.revoked = await addKey(crier, 'revoked_at = now()');
    keys.reading = await addKey(crier, "scopes = '{read}'");
  });
  afterAll(() => crier?.stop());

  const send = (
    { method, path, body }: Operation,
    key: string | null,
    headers: Record<string, string> = {},
  ): Promise<Answer<ErrorBody>> =>
    crier.call<ErrorBody>(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), {
      key,
      headers,
      ...(body ? { body: {} } : {}),
    });
  const refused = ({ status, body }: Answer<ErrorBody>): [number, string | undefined] => [status, body?.code];

  it.each(calls)('%s answers an access token as it answers an API key', async (_, operation) => {
    const [byKey, byToken] = [await send(operation, crier.apiKey), await send(operation, live)];
    expect(refused(byToken)).toEqual(refused(byKey));
    expect([401, 403]).not.toContain(byToken.status);
  });

  it.each(calls)(
    '%s refuses an access token that is no longer valid, for any reason',
    async (_, operation) => {
      expect(Object.keys(dead)).toEqual(Object.keys(ENDS));
      for (const token of [...Object.values(dead), ofDeletedOrganization, 'pos_unknown', `${live}x`]) {
        expect(refused(await send(operation, token))).toEqual([401, 'invalid_oauth_token']);
      }
    },
  );

  it.each(calls)(
    '%s refuses an expired or revoked API key, and a session (case 39)',
    async (_, operation) => {
      for (const key of [keys.expired, keys.revoked]) {
        expect(refused(await send(operation, key))).toEqual([401, 'invalid_api_key']);
      }
      expect(
        refused(await send(operation, null, { cookie: ada.cookie, 'x-csrf-token': ada.csrfToken })),
      ).toEqual([401, 'no_api_key']);
    },
  );

  it.each(calls.filter(([, { method }]) => method !== 'get'))(
    '%s refuses read-only keys and tokens',
    async (_, operation) => {
      expect(refused(await send(operation, keys.reading))).toEqual([403, 'insufficient_scope']);
      await sql(crier, "update oauth_token set scopes = '{read}' where user_id = $1 and revoked_at is null", [
        ada.id,
      ]);
      expect(refused(await send(operation, live))).toEqual([403, 'insufficient_scope']);
      await sql(
        crier,
        "update oauth_token set scopes = '{read,write}' where user_id = $1 and revoked_at is null",
        [ada.id],
      );
    },
  );

  it('an access token works for no operation of the web app', async () => {
    for (const path of ['/integrations', '/user/oauth-apps', '/user/approved-apps']) {
      expect(
        refused(await ada.call<ErrorBody>('GET', path, { cookie: null, headers: { authorization: live } })),
      ).toEqual([401, 'not_signed_in']);
    }
  });
});
