/**
 * The sandbox on an instance's own origin: nobody but the instance opens accounts there, and nobody changes
 * what happens to another account (case 91).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SandboxPost } from '../../../providers/_networks/sandbox/journal.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { sandboxToken } from '../sandbox-fault.ts';

describe('the sandbox of an instance', () => {
  let crier: TestInstance;
  let ofAda: string;
  let ofBen: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    // Two organisations whose accounts have the same name.
    const other = await crier.anotherOrganization('Of Ben');
    const ada = (await crier.connect('sandbox', { name: 'Same name' })).id;
    const ben = (await crier.connect('sandbox', { name: 'Same name' }, other.id)).id;
    ofAda = await sandboxToken(crier, ada);
    ofBen = await sandboxToken({ ...crier, organizationId: other.id }, ben);
  });
  afterAll(() => crier?.stop());

  const post = (path: string, token: string | null, body: object): Promise<Response> =>
    fetch(`${crier.url}/sandbox/api/${path}`, {
      method: 'POST',
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const publish = async (token: string, text: string): Promise<number> =>
    (await post('posts', token, { text })).status;
  const entries = async (text: string): Promise<number> =>
    ((await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as SandboxPost[]).filter(
      (entry) => entry.text === text,
    ).length;

  it.each([
    ['nothing', () => null],
    ['an API key', () => crier.apiKey],
    ["an account's token", () => ofAda],
    ['a key of the right form', () => `sbi_${'A'.repeat(43)}`],
    ['an empty one', () => ''],
  ])('opens no account for a caller with %s', async (_, token) => {
    const answer = await post('accounts', token(), { name: 'Ada #none' });
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { error: 'invalid_token', message: 'Only Crier opens accounts here: connect a sandbox channel in it' },
    ]);
  });

  it('sets fault switches for the own account alone, with any account named', async () => {
    for (const account of [undefined, 'Same name']) {
      expect((await post('faults', ofAda, { kind: 'rejected', account })).status).toBe(200);
      expect(await publish(ofBen, 'Of Ben')).toBe(201);
      expect(await publish(ofAda, 'Of Ada')).toBe(422);
    }
    await post('faults', ofBen, { kind: 'rejected' });
    await post('faults', ofAda, { kind: 'none' });
    expect([await publish(ofBen, 'Switched'), await entries('Switched')]).toEqual([422, 0]);
  });

  it('revokes no token of another account, although it has the same name', async () => {
    expect((await post('revoke', ofAda, { account: 'Same name' })).status).toBe(200);
    expect([await publish(ofAda, 'Gone'), await publish(ofBen, 'Still here')]).toEqual([401, 201]);
    expect((await post('revoke', ofBen, { account: 'Nobody' })).status).toBe(404);
  });
});
