import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { issueUserToken } from '../src/accounts/user-tokens.ts';
import { sql } from '../src/test/factories.ts';
import { insertChannel } from '../src/test/insert-channel.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { insertApp, insertCode, insertToken } from '../src/test/oauth-rows.ts';
import { addPerson, signedIn } from '../src/test/person.ts';
import { cleanEnded } from './clean-ended.ts';

describe('cleaning up what has ended', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, api: false });
  });
  afterAll(() => crier?.stop());

  const idOf = async (text: string, values: readonly unknown[] = []): Promise<string> =>
    String((await sql<{ id: string }>(crier, `${text} returning id::text`, values))[0]?.id);
  const isThere = async (table: string, id: string): Promise<boolean> =>
    (await sql(crier, `select 1 from ${table} where id::text = $1`, [id])).length > 0;
  const person = () => addPerson(crier);
  const grant = async () => ({ appId: await insertApp(crier), userId: (await person()).id });

  const make: Record<string, () => Promise<string>> = {
    session: async () => (await person()).sessionId,
    connect_state: () =>
      idOf(
        "insert into connect_state (id, state_hash, organization_id, provider, sealed, expires_at) values (gen_random_uuid(), $1, $2, 'sandbox', 'x', now() + interval '1 hour')",
        [randomUUID().padEnd(64, '0'), crier.organizationId],
      ),
    user_token: async () =>
      (await issueUserToken(crier.context, { userId: (await person()).id, kind: 'reset' })).id,
    invitation: () =>
      idOf(
        "insert into invitation (id, organization_id, role, token_hash, expires_at) values (gen_random_uuid(), $1, 'member', $2, now() + interval '7 days')",
        [crier.organizationId, randomUUID().padEnd(64, '0')],
      ),
    oauth_code: async () => (await insertCode(crier, await grant())).id,
    oauth_token: async () => (await insertToken(crier, await grant(), 'user')).id,
    billing_event: () =>
      idOf("insert into billing_event (id, type, created) values ($1, 'invoice.paid', now())", [
        `evt_${randomUUID()}`,
      ]),
  };

  it.each([
    [
      'a session',
      'session',
      "expires_at = now() - interval '1 second'",
      "expires_at = now() + interval '1 hour'",
    ],
    [
      'a state of connecting',
      'connect_state',
      "expires_at = now() - interval '25 hours'",
      "expires_at = now() - interval '23 hours'",
    ],
    [
      'the link of a mail',
      'user_token',
      "expires_at = now() - interval '25 hours'",
      "expires_at = now() - interval '23 hours'",
    ],
    [
      'an invitation',
      'invitation',
      "expires_at = now() - interval '91 days'",
      "expires_at = now() - interval '89 days'",
    ],
    [
      'a code',
      'oauth_code',
      "state = 'expired', created_at = now() - interval '31 days'",
      "state = 'expired', created_at = now() - interval '29 days'",
    ],
    [
      'a token that a newer one replaced',
      'oauth_token',
      "revoked_reason = 'replaced', revoked_at = now() - interval '91 days'",
      "revoked_reason = 'replaced', revoked_at = now() - interval '89 days'",
    ],
    [
      'a revoked token',
      'oauth_token',
      "notified_at = now(), revoked_at = now() - interval '91 days'",
      "notified_at = null, revoked_at = now() - interval '91 days'",
    ],
    [
      'an event of the biller',
      'billing_event',
      "received_at = now() - interval '91 days'",
      "received_at = now() - interval '89 days'",
    ],
  ])('%s', async (_, table, ended, kept) => {
    const [gone, stays, fresh] = [
      (await make[table]?.()) ?? '',
      (await make[table]?.()) ?? '',
      (await make[table]?.()) ?? '',
    ];
    await sql(crier, `update ${table} set ${ended} where id::text = $1`, [gone]);
    await sql(crier, `update ${table} set ${kept} where id::text = $1`, [stays]);
    expect(await cleanEnded(crier.context.database, 100)).toBe(1);
    expect([await isThere(table, gone), await isThere(table, stays), await isThere(table, fresh)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('the numbers of a deleted channel, and of none that may come back', async () => {
    for (const name of ['gone', 'off', 'live']) await insertChannel(crier, 'x', { name });
    await sql(
      crier,
      `insert into metric_day (integration_id, label, day, total, place)
       select id, 'Followers', current_date - ago, 7, 0 from integration, generate_series(1, 500, 100) ago`,
    );
    await sql(crier, "update integration set deleted_at = now() where name = 'gone'");
    await sql(crier, "update integration set disabled = true, refresh_needed = true where name = 'off'");
    expect(await cleanEnded(crier.context.database, 3)).toBe(3);
    expect(await cleanEnded(crier.context.database, 3)).toBe(2);
    const left = await sql<{ name: string }>(
      crier,
      'select i.name from metric_day m join integration i on i.id = m.integration_id group by i.name order by 1',
    );
    expect(left.map(({ name }) => name)).toEqual(['live', 'off']);
  });

  it('happens in batches', async () => {
    const { id } = await person();
    for (let n = 0; n < 3; n++) await signedIn(crier, id);
    await sql(crier, "update session set expires_at = now() - interval '1 second' where user_id = $1", [id]);
    expect([
      await cleanEnded(crier.context.database, 3),
      await cleanEnded(crier.context.database, 3),
      await cleanEnded(crier.context.database, 3),
    ]).toEqual([3, 1, 0]);
  });
});
