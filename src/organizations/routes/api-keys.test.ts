import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FUTURE, UNKNOWN_ID, buildPost, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

interface Key extends ErrorBody {
  id: string;
  name: string;
  scopes: string[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdBy: string | null;
  key: string;
}

describe('API keys', () => {
  let crier: TestInstance;
  let home: string;
  let ada: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  beforeEach(async () => {
    home = (await crier.anotherOrganization('Cafe Nord')).id;
    await sql(crier, 'delete from api_key where organization_id = $1', [home]);
    ada = await addPerson(crier, { organizationId: home });
  });
  afterAll(() => crier?.stop());

  const make = (body: Record<string, unknown>): Promise<Answer<Key>> =>
    ada.call('POST', '/api-keys', { body });
  const list = async (): Promise<Key[]> => (await ada.call<Key[]>('GET', '/api-keys')).body;
  const use = async (key: string): Promise<number> =>
    (await crier.call('GET', '/integrations', { key })).status;
  const revoke = (id: string, by = ada): Promise<Answer<ErrorBody>> => by.call('DELETE', `/api-keys/${id}`);
  const rotate = (): Promise<Answer<Key>> => ada.call('POST', '/user/api-key/rotate');

  it('can be several, each with a name and shown once; only hashes are stored', async () => {
    const [ci, n8n] = [await make({ name: ' ci ' }), await make({ name: 'n8n' })];
    expect([ci.status, ci.body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'ci',
        scopes: ['read', 'write'],
        createdAt: expect.any(String),
        expiresAt: null,
        lastUsedAt: null,
        createdBy: 'Ada',
        key: expect.stringMatching(/^crk_/),
      },
    ]);
    for (const { body } of [ci, n8n]) expect(await use(body.key)).toBe(200);
    const { key: _, ...shown } = n8n.body;
    const keys = await list();
    expect(keys.map((k) => k.name)).toEqual(['n8n', 'ci']);
    expect({ ...keys[0], lastUsedAt: null }).toEqual(shown);
    expect(
      JSON.stringify([
        keys,
        await sql(crier, 'select * from api_key'),
        await sql(crier, 'select * from audit_event'),
      ]),
    ).not.toContain('crk_');
  });

  it('show when they were last used', async () => {
    const { body } = await make({ name: 'ci' });
    expect((await list())[0]?.lastUsedAt).toBeNull();
    await use(body.key);
    expect(Date.parse((await list())[0]?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('can be created as read-only', async () => {
    const { body } = await make({ name: 'reports', scopes: ['read'] });
    expect(body.scopes).toEqual(['read']);
    expect(await use(body.key)).toBe(200);
    expect(
      refusal(await crier.call<ErrorBody>('POST', '/posts', { key: body.key, body: buildPost(UNKNOWN_ID) })),
    ).toEqual({ status: 403, code: 'insufficient_scope' });
    expect((await make({ name: 'both', scopes: ['write', 'read'] })).body.scopes).toEqual(['read', 'write']);
  });

  it('expire when they were set to', async () => {
    const { body } = await make({ name: 'trial', expiresAt: FUTURE });
    expect(body.expiresAt).toBe(FUTURE);
    expect(await use(body.key)).toBe(200);
    await sql(crier, "update api_key set expires_at = now() - interval '1 second' where id = $1", [body.id]);
    expect(await use(body.key)).toBe(401);
    expect((await list()).map((k) => k.id)).toEqual([body.id]);
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['a name of 101 letters', { name: 'n'.repeat(101) }, 'name'],
    ['no scope', { name: 'x', scopes: [] }, 'scopes'],
    ['writing without reading', { name: 'x', scopes: ['write'] }, 'scopes'],
    ['a scope that there is not', { name: 'x', scopes: ['read', 'admin'] }, 'scopes.1'],
    ['an end that is over', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['an end that is none', { name: 'x', expiresAt: 'soon' }, 'expiresAt'],
    ['another organisation', { name: 'x', organizationId: UNKNOWN_ID }, 'organizationId'],
  ])('are refused with %s', async (_, body, path) => {
    expect(refusal(await make(body))).toEqual({ status: 400, code: 'invalid_request', paths: [path] });
    expect((await make({ name: 'n'.repeat(100), scopes: ['read', 'write'], expiresAt: FUTURE })).status).toBe(
      201,
    );
    expect(await list()).toHaveLength(1);
  });

  it('are refused with an end that no clock shows', async () => {
    const answer = await make({ name: 'x', expiresAt: '2016-12-31T23:59:60Z' });
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_date', paths: ['expiresAt'] });
  });

  it('are revoked at once, on every process, and only once', async () => {
    const {
      body: { id, key },
    } = await make({ name: 'ci' });
    const { url, child } = await crier.startApiProcess();
    const elsewhere = async (): Promise<number> =>
      (await fetch(`${url}/public/v1/integrations`, { headers: { authorization: key } })).status;
    expect([await use(key), await elsewhere()]).toEqual([200, 200]);
    expect((await revoke(id)).body).toEqual({ success: true });
    expect([await use(key), await elsewhere()]).toEqual([401, 401]);
    child.kill('SIGKILL');
    expect(await list()).toEqual([]);
    expect(refusal(await revoke(id))).toEqual({ status: 404, code: 'api_key_not_found' });
  });

  it('of another organisation can be neither seen nor revoked', async () => {
    const {
      body: { id, key },
    } = await make({ name: 'ci' });
    const zoe = await addPerson(crier, {
      name: 'Zoe',
      organizationId: (await crier.anotherOrganization()).id,
    });
    expect(JSON.stringify((await zoe.call('GET', '/api-keys')).body)).not.toContain(id);
    expect(refusal(await revoke(id, zoe))).toEqual({ status: 403, code: 'foreign_resource' });
    expect(refusal(await revoke(UNKNOWN_ID))).toEqual({ status: 404, code: 'api_key_not_found' });
    expect(refusal(await revoke('1'))).toEqual({ status: 400, code: 'invalid_id' });
    expect(await use(key)).toBe(200);
  });

  it('can be rotated: the newest is revoked, and a new one takes its name, rights and expiry', async () => {
    const [old, newest] = [
      await make({ name: 'old' }),
      await make({ name: 'newest', scopes: ['read'], expiresAt: FUTURE }),
    ];
    const { status, body } = await rotate();
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ name: 'newest', scopes: ['read'], expiresAt: FUTURE, createdBy: 'Ada' }),
    ]);
    expect([await use(old.body.key), await use(newest.body.key), await use(body.key)]).toEqual([
      200, 401, 200,
    ]);
    expect((await list()).map((k) => k.id)).toEqual([body.id, old.body.id]);
  });

  it('are rotated one after the other by simultaneous requests, and one of them works', async () => {
    const first = (await make({ name: 'ci' })).body.key;
    const made = (await Promise.all([rotate(), rotate(), rotate()])).map(({ body }) => body.key);
    expect(await use(first)).toBe(401);
    expect((await Promise.all(made.map(use))).sort()).toEqual([200, 401, 401]);
    expect(await list()).toHaveLength(1);
  });

  it('are created by a rotation where there is none', async () => {
    const { status, body } = await rotate();
    expect([status, body.scopes, await use(body.key)]).toEqual([201, ['read', 'write'], 200]);
  });
});
