import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { linkToReset } from '../../run/cli/users/users.ts';
import { issueUserToken } from '../../accounts/user-tokens.ts';
import type { Me } from '../../accounts/present-me.ts';
import { sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, callApp } from '../../test/person.ts';
import { copySource, type CopiedSource } from '../test/copy-source.ts';
import { PASSWORD, makeV1Source, type V1Source } from '../test/make-source.ts';
import { planPeople } from '../plan-people.ts';
import { verify } from '../verify.ts';
import { noteMerges } from './merges.ts';

let crier: TestInstance;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
});
afterAll(() => crier?.stop());

/** An account in v1, and the organisations of which it is a member there. */
interface InV1 {
  readonly provider: 'LOCAL' | 'GOOGLE' | 'GITHUB' | 'GENERIC' | 'WALLET' | 'FARCASTER';
  readonly email: string;
  readonly memberOf: readonly number[];
  readonly createdAt?: string;
}

describe('The accounts of v1 that share an address', () => {
  let v1: V1Source;
  let copied: CopiedSource;
  let address: string;
  beforeAll(async () => {
    v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.11.3',
      organizations: 3,
      posts: 0,
      waiting: 0,
      seed: randomUUID(),
    });
    copied = await copySource(crier, v1);
  });
  beforeEach(() => {
    address = `ada-${randomUUID().slice(0, 8)}@example.org`;
  });
  afterAll(async () => {
    await copied?.close();
    await v1?.drop();
  });

  /** Adds accounts; their password is that of everybody in the stand-in. */
  async function inV1(...accounts: readonly InV1[]): Promise<string[]> {
    const ids: string[] = [];
    for (const { provider, email, memberOf, createdAt = '2026-01-01T00:00:00' } of accounts) {
      const id = randomUUID();
      ids.push(id);
      await v1.query(
        `insert into "User" select (jsonb_populate_record(u, $1::jsonb)).* from "User" u where email like 'person0@%' limit 1`,
        [
          JSON.stringify({
            id,
            email,
            providerName: provider,
            createdAt,
            updatedAt: createdAt,
            ...(provider === 'LOCAL' ? {} : { password: '' }),
          }),
        ],
      );
      for (const n of memberOf) {
        await v1.query(
          `insert into "UserOrganization" (id, "userId", "organizationId", role, "updatedAt") values ($1, $2, $3, 'ADMIN', now())`,
          [randomUUID(), id, v1.organizations[n]?.id],
        );
      }
    }
    return ids;
  }

  /** The organisations of the person who signs in; null when refused. */
  async function signIn(email: string, password = PASSWORD): Promise<string[] | null> {
    const answer = await callApp<Me & ErrorBody>(
      crier,
      { method: 'POST', path: '/auth/login' },
      { body: { email, password } },
    );
    if (answer.status !== 200) return null;
    return seenBy(answer.body.user.id);
  }
  const seenBy = async (userId: string): Promise<string[]> =>
    (
      await sql<{ id: string }>(crier, 'select organization_id as id from membership where user_id = $1', [
        userId,
      ])
    ).map(({ id }) => id);
  /** As with the mail of "Forgot your password?": only the person with that address has the link. */
  async function forgot(email: string): Promise<string[] | null> {
    const [user] = await sql<{ id: string }>(
      crier,
      'select id from user_account where lower(email) = lower($1)',
      [email],
    );
    if (!user) return null;
    const { token } = await issueUserToken(crier.context, { userId: user.id, kind: 'reset' });
    const password = 'a password of their own';
    await callApp(crier, { method: 'POST', path: '/auth/reset' }, { body: { token, password } });
    return signIn(email, password);
  }
  const isComplete = async (): Promise<boolean> => {
    const compared = await verify(copied.deps);
    return compared.every(({ different, missing }) => different + missing === 0);
  };
  const organizations = (...numbers: number[]): string[] => numbers.map((n) => v1.organizations[n]?.id ?? '');

  it.each([
    ['the same', (email: string) => email],
    ['other capitals', (email: string) => email.toUpperCase()],
    ['blanks around it', (email: string) => ` ${email} `],
  ])(
    'let no outsider with %s in: a local account gets nothing of the one that Google proved',
    async (_, spell) => {
      const [stranger = '', owner = ''] = await inV1(
        { provider: 'LOCAL', email: spell(address), memberOf: [1], createdAt: '2025-01-01T00:00:00' },
        { provider: 'GOOGLE', email: address, memberOf: [0, 2] },
      );
      await copied.pass();
      expect(await signIn(address)).toBeNull();
      expect((await forgot(address))?.toSorted()).toEqual(organizations(0, 2).toSorted());
      expect([await seenBy(stranger), (await seenBy(owner)).toSorted()]).toEqual([
        organizations(1),
        organizations(0, 2).toSorted(),
      ]);
      expect((await copied.problems())[stranger]).toContain(
        `migrate-v1 copy --merge ${spell(address).trim()}`,
      );
      expect([await copied.pass(), await isComplete()]).toEqual([{ written: 0, removed: 0 }, true]);
    },
  );

  it('let no outsider in who comes first: the copy before the proven account was made is taken back', async () => {
    const [stranger = ''] = await inV1({ provider: 'LOCAL', email: address, memberOf: [1] });
    await copied.pass();
    const [owner = ''] = await inV1({ provider: 'GOOGLE', email: address, memberOf: [0] });
    await copied.pass();
    expect([await signIn(address), await seenBy(stranger), await seenBy(owner)]).toEqual([
      null,
      organizations(1),
      organizations(0),
    ]);
    expect(await forgot(address)).toEqual(organizations(0));
  });

  it('leave the address to an outsider who has signed in here before, with what was theirs and no more', async () => {
    await inV1({ provider: 'LOCAL', email: address, memberOf: [1] });
    await copied.pass();
    expect(await signIn(address)).toEqual(organizations(1));
    const [owner = ''] = await inV1({ provider: 'GOOGLE', email: address, memberOf: [0] });
    await copied.pass();
    expect([await signIn(address), await seenBy(owner)]).toEqual([organizations(1), organizations(0)]);
  });

  it.each([
    ['GITHUB', 'LOCAL'],
    ['GENERIC', 'LOCAL'],
    ['GITHUB', 'GENERIC'],
  ] as const)('have it for nobody where it is proven for none: %s and %s', async (one, other) => {
    const ids = await inV1(
      { provider: one, email: address, memberOf: [0] },
      { provider: other, email: address, memberOf: [1] },
    );
    await copied.pass();
    expect([await signIn(address), await forgot(address)]).toEqual([null, null]);
    expect(await Promise.all(ids.map(seenBy))).toEqual([organizations(0), organizations(1)]);
  });

  it('stay as they were where one is alone with its address', async () => {
    await inV1({ provider: 'LOCAL', email: address, memberOf: [0] });
    await copied.pass();
    expect(await signIn(address)).toEqual(organizations(0));
  });

  it('become one person when the operator says so, also later, and no password of v1 opens it', async () => {
    const ids = await inV1(
      { provider: 'LOCAL', email: address, memberOf: [0, 1] },
      { provider: 'GITHUB', email: address.toUpperCase(), memberOf: [1, 2] },
    );
    await copied.pass();
    await expect(noteMerges(copied.deps, ['nobody@example.org'])).rejects.toThrow(
      'no account with this address',
    );
    await noteMerges(copied.deps, [address.toUpperCase()]);
    await copied.pass();
    expect(await signIn(address)).toBeNull();
    expect((await forgot(address))?.toSorted()).toEqual(organizations(0, 1, 2).toSorted());
    const left = await sql(crier, 'select id from user_account where id = any($1)', [ids]);
    expect([left.length, await copied.pass(), await isComplete()]).toEqual([
      1,
      { written: 0, removed: 0 },
      true,
    ]);
  });

  it('give nothing to an account here whose address nobody has proven, and all to one whose is', async () => {
    const person = await addPerson(crier, { email: address, role: 'member' });
    await sql(crier, 'update user_account set activated_at = created_at where id = $1', [person.id]);
    await inV1({ provider: 'GOOGLE', email: address, memberOf: [0] });
    await copied.pass();
    expect(await seenBy(person.id)).toEqual([crier.organizationId]);
    await sql(
      crier,
      `update user_account set activated_at = created_at + interval '1 minute' where id = $1`,
      [person.id],
    );
    await copied.pass();
    expect((await seenBy(person.id)).toSorted()).toEqual(
      [crier.organizationId, ...organizations(0)].toSorted(),
    );
  });

  it('are listed by the plan, which asks and says what to type', async () => {
    await inV1(
      { provider: 'LOCAL', email: address.toUpperCase(), memberOf: [0] },
      { provider: 'GOOGLE', email: address, memberOf: [1] },
    );
    const plan = await planPeople(copied.deps.source);
    expect(plan).toContainEqual({
      what: `${address} (GOOGLE, LOCAL)`,
      count: 2,
      why: expect.stringMatching(
        `^are these accounts one person\\? If so: migrate-v1 copy --merge ${address}. If not, the one of Google keeps`,
      ),
    });
  });

  it('are nobody by themselves where the person signed in by wallet or Farcaster: a link lets them in', async () => {
    const key = randomUUID().replaceAll('-', '');
    const ids = await inV1(
      { provider: 'WALLET', email: `wallet_${key}A`, memberOf: [0] },
      { provider: 'WALLET', email: `wallet_${key}a`, memberOf: [1] },
      { provider: 'FARCASTER', email: 'farcaster_7', memberOf: [2] },
      { provider: 'WALLET', email: '', memberOf: [1] },
      { provider: 'GENERIC', email: `${'x'.repeat(300)}@example.org`, memberOf: [0] },
    );
    expect(await planPeople(copied.deps.source)).toContainEqual({
      what: 'people who sign in with WALLET',
      count: 3,
      why: expect.stringContaining('have no email address: after the copy'),
    });
    await copied.pass();
    expect(await Promise.all(ids.map(seenBy))).toEqual([0, 1, 2, 1, 0].map((n) => organizations(n)));
    const problem = (await copied.problems())[ids[0] ?? ''] ?? '';
    const typed = /users reset-password (\S+@v1\.invalid)$/.exec(problem)?.[1] ?? '';
    const { json } = await linkToReset(crier.context, typed);
    const token = /#token=(\w+)$/.exec((json as { link: string }).link)?.[1];
    const password = 'a password of their own';
    expect(
      (await callApp(crier, { method: 'POST', path: '/auth/reset' }, { body: { token, password } })).status,
    ).toBe(200);
    expect(await signIn(typed, password)).toEqual(organizations(0));
    expect([await copied.pass(), await isComplete()]).toEqual([{ written: 0, removed: 0 }, true]);
    expect(await signIn(typed, password)).toEqual(organizations(0));
  });
});
