/**
 * No body can set more than its operation declares: each is sent with fields that an attacker would like to
 * set (case 43).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { concernOf } from '../../../providers/_kit/never-ignored.ts';
import type { ConnectedAccount, Provider } from '../../../providers/_kit/contract.ts';
import type { ProviderOAuth } from '../../../providers/_kit/oauth.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import type { Operation } from '../../http/operation.ts';
import { sql, upload, png, type ErrorBody } from '../factories.ts';
import { startInstance, type Answer, type TestInstance } from '../instance.ts';
import { addPerson, type TestPerson } from '../person.ts';
import { PASSWORD } from '../sign-in.ts';
import { FUTURE, named, pathOf, type Line } from './app-operations.ts';
import { makeWorld, rowsOf, type World } from './world.ts';

const withBody = named.filter(([, { body }]) => body);
/** Values that are in a row only if a person chose them. */
const PLANTED = {
  id: '0190aaaa-aaaa-7000-8000-00000000abad',
  text: 'planted-by-somebody',
  hash: 'badf00d'.repeat(9).padEnd(64, '0'),
} as const;
/** Rows as text, by table. */
type Rows = Readonly<Record<string, readonly string[]>>;

describe('a body with fields that nobody may set', () => {
  let crier: TestInstance;
  let ben: World;
  /** For operations that refuse: nothing changes. */
  let still: World;
  let passwordHash: string;
  let operator: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({
      temporal: false,
      env: { DISABLE_REGISTRATION: 'false', PAGES_ID: 'id', PAGES_SECRET: 'secret' },
    });
    addPages(crier);
    [ben, still] = [await makeWorld(crier, 'Of Ben'), await makeWorld(crier, 'Cafe Nord')];
    operator = await addPerson(crier, { operator: true });
    passwordHash = await hashPassword(PASSWORD);
  }, 120_000);
  afterAll(() => crier?.stop());

  /** As a client would that knows the columns of the database. */
  const planted = (): Record<string, unknown> => ({
    id: PLANTED.id,
    organizationId: ben.organizationId,
    organization_id: ben.organizationId,
    orgId: ben.organizationId,
    userId: ben.owner.id,
    user_id: ben.owner.id,
    createdBy: ben.owner.id,
    createdById: ben.owner.id,
    invitedBy: ben.owner.id,
    role: 'owner',
    operator: true,
    admin: true,
    isAdmin: true,
    state: 'published',
    status: 'published',
    publishedAt: FUTURE,
    createdAt: FUTURE,
    deletedAt: FUTURE,
    activatedAt: FUTURE,
    disabledAt: FUTURE,
    revokedAt: FUTURE,
    suspendedAt: FUTURE,
    expiresAt: FUTURE,
    scopes: ['read', 'write'],
    tokens: 4711,
    email: `${PLANTED.text}@example.org`,
    clientId: `pca_${PLANTED.text}`,
    clientSecret: `pcs_${PLANTED.text}`,
    secretHash: PLANTED.hash,
    tokenHash: PLANTED.hash,
    hash: PLANTED.hash,
    passwordHash: PLANTED.hash,
    password_hash: PLANTED.hash,
    plan: PLANTED.text,
    billingCustomerId: PLANTED.text,
    credentials: PLANTED.text,
    internalId: PLANTED.text,
    releaseURL: `https://${PLANTED.text}.example`,
    errorCode: PLANTED.text,
    constructor: { prototype: { operator: true } },
  });
  /**
   * Without what would change when, or to whom, a post is published: that is refused where posts are written.
   */
  const plantedInPosts = (): Record<string, unknown> =>
    Object.fromEntries(Object.entries(planted()).filter(([name, value]) => !concernOf(name, value)));
  /** In addition to what the operation accepts. */
  const spoil = (operation: Operation, body: object): object => {
    const own = Object.keys((operation.body as { properties?: object } | undefined)?.properties ?? {});
    const extra = operation.path.startsWith('/posts') ? plantedInPosts() : planted();
    return { ...Object.fromEntries(Object.entries(extra).filter(([name]) => !own.includes(name))), ...body };
  };
  const send = (
    { owner, things }: World,
    [operation, line]: readonly [Operation, Line],
    body: unknown,
  ): Promise<Answer<ErrorBody & { error: string }>> =>
    (line.least === 'operator' ? operator : owner).call<ErrorBody>(
      operation.method.toUpperCase(),
      pathOf(operation, line.thing ? things[line.thing] : ''),
      { body },
    );
  const isStrict = ({ body }: Operation): boolean =>
    (body as { additionalProperties?: boolean } | undefined)?.additionalProperties === false;
  const ofBen = (rows: Rows): string[] =>
    Object.entries(rows)
      .filter(([table]) => table !== 'session')
      .flatMap(([, all]) => all)
      .filter((row) => row.includes(ben.organizationId) || row.includes(ben.owner.id))
      .map((row) => row.replace(/"last_sign_in_at": "[^"]*"/, ''));
  const rolesOf = async (world: World): Promise<unknown[]> =>
    sql(
      crier,
      "select user_id as who, role from membership where organization_id = $1 and role = 'owner' order by 1",
      [world.organizationId],
    );
  const operators = (): Promise<unknown[]> =>
    sql(crier, 'select id from user_account where operator order by 1');

  it.each(withBody)('changes nothing at %s but the fields it declares', async (_, operation, line) => {
    const world = isStrict(operation) ? still : await makeWorld(crier, 'Cafe Nord');
    await sql(crier, 'update user_account set password_hash = $2 where id = $1', [
      world.owner.id,
      passwordHash,
    ]);
    await sql(crier, 'delete from rate_limit');
    const [foreign, owners, rulers] = [ofBen(await rowsOf(crier)), await rolesOf(world), await operators()];
    const body = (await line.body?.(world)) as object;
    // Written as text: an object would take it for its prototype.
    const polluted = JSON.stringify({ proto: { operator: true }, ...body }).replace('"proto"', '"__proto__"');
    const byPrototype = await send(world, [operation, line], polluted);
    expect([byPrototype.status, byPrototype.body.code ?? byPrototype.body.error]).toEqual([
      400,
      'invalid_request',
    ]);
    const answer = await send(world, [operation, line], spoil(operation, body));
    if (isStrict(operation)) {
      expect(answer.body.code).toBe('invalid_request');
      // "body": it has more fields than it may have, which the others name.
      expect(answer.body.issues?.filter(({ path }) => path !== 'body' && !(path in planted()))).toEqual([]);
    } else {
      expect([answer.status, answer.text.slice(0, 200)]).toEqual([line.status ?? 200, expect.anything()]);
    }

    const rows = await rowsOf(crier);
    const all = Object.values(rows).flat().join('\n');
    for (const value of Object.values(PLANTED)) expect(all).not.toContain(value);
    expect(ofBen(rows)).toEqual(foreign);
    expect(await rolesOf(world)).toEqual(owners);
    // The person who sets up an instance is its operator; that is the purpose of the operation.
    if (operation.id !== 'setUp') expect(await operators()).toEqual(rulers);
    expect(answer.text).not.toContain(PLANTED.text);
  });

  it('changes nothing more as the form of an upload either', async () => {
    const form = new FormData();
    form.set('file', new Blob([png()]), 'photo.png');
    for (const name of ['id', 'organizationId', 'path', 'createdBy']) form.set(name, PLANTED.id);
    const response = await fetch(`${crier.url}/public/v1/upload`, {
      method: 'POST',
      headers: { authorization: crier.apiKey, 'idempotency-key': randomUUID() },
      body: form,
    });
    const { id } = (await response.json()) as { id: string };
    expect([
      response.status,
      await sql(crier, 'select organization_id as org from media where id = $1', [id]),
    ]).toEqual([201, [{ org: crier.organizationId }]]);
    expect((await upload<{ id: string }>(crier, png())).status).toBe(201);
    expect(
      Object.values(await rowsOf(crier))
        .flat()
        .join('\n'),
    ).not.toContain(PLANTED.id);
  });

  it('changes nothing more deeper in a post either: in its channels or their parts', async () => {
    const world = await makeWorld(crier, 'Cafe Nord');
    const { id: _, ...extra } = plantedInPosts();
    const foreign = ofBen(await rowsOf(crier));
    const body = {
      type: 'schedule',
      date: FUTURE,
      shortLink: false,
      tags: [],
      posts: [
        {
          ...extra,
          integration: { ...plantedInPosts(), id: world.things.channel },
          value: [{ ...extra, content: 'Deep', image: [] }],
          settings: { __type: 'sandbox' },
        },
      ],
    };
    const answer = await world.owner.call<ErrorBody>('POST', '/posts', {
      body,
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(answer.status).toBe(201);
    expect(
      await sql(
        crier,
        "select p.organization_id as org, p.state, p.published_at as at from post p join post_item i on i.post_id = p.id where i.content like '%Deep%'",
      ),
    ).toEqual([{ org: world.organizationId, state: 'scheduled', at: null }]);
    const rows = await rowsOf(crier);
    for (const value of Object.values(PLANTED)) {
      expect(Object.values(rows).flat().join('\n')).not.toContain(value);
    }
    expect(ofBen(rows)).toEqual(foreign);
  });
});

/** An OAuth network whose accounts are known beforehand: two, so that one has to be chosen. */
function addPages({ context }: TestInstance): void {
  const account = (id: string): ConnectedAccount => ({
    internalId: id,
    name: `Page ${id}`,
    picture: null,
    profile: `page-${id}`,
    credentials: { token: `secret-of-${id}` },
    details: {},
    expiresAt: null,
  });
  const oauth: ProviderOAuth = {
    scopes: [],
    fields: [],
    app: { kind: 'env', idVariable: 'PAGES_ID', secretVariable: 'PAGES_SECRET' },
    pkce: async () => false,
    authorizeUrl: ({ state }) => `https://pages.example/authorize?${new URLSearchParams({ state })}`,
    exchange: async () => [account('1'), account('2')],
  };
  const pages: Provider = {
    ...(context.providers.get('sandbox') as Provider),
    identifier: 'pages',
    name: 'Pages',
    connection: { kind: 'oauth' },
    oauth,
    env: ['PAGES_ID', 'PAGES_SECRET'].map((name) => ({ name, required: true, help: '' })),
  };
  (context.providers as Map<string, Provider>).set('pages', pages);
}
