/**
 * Who can call each operation of the web app: each is tried by everybody who must not. For the Public API,
 * see src/test/security/cross-tenant.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appOperations } from '../../run/operations.ts';
import type { Operation } from '../../http/operation.ts';
import { refusal, sql, type ErrorBody } from '../factories.ts';
import { startInstance, type Answer, type TestInstance } from '../instance.ts';
import { addPerson, signedIn, type AppCallOptions, type TestPerson } from '../person.ts';
import { LINES, NO_IDS, UNKNOWN_ID, named, pathOf, type Line } from './app-operations.ts';
import { makeWorld, rowsOf, type World } from './world.ts';

type Tried = readonly [string, Operation, Line];
const closed = named.filter(([, { access }]) => access === 'caller');
const changing = closed.filter(([, { method }]) => method !== 'get');
const withId = closed.filter(([, , { thing }]) => thing);
const least = (...roles: readonly Line['least'][]): Tried[] =>
  closed.filter(([, , line]) => roles.includes(line.least));
/** The error is named after what was looked for. */
const GONE: Readonly<Record<string, string>> = {
  post: 'post_not_found',
  directUpload: 'upload_not_found',
  videoJob: 'video_job_not_found',
  group: 'post_not_found',
  channel: 'integration_not_found',
  member: 'member_not_found',
  invitation: 'invitation_not_found',
  key: 'api_key_not_found',
  app: 'app_not_found',
  approval: 'approval_not_found',
  session: 'session_not_found',
  composition: 'composition_not_found',
  snippet: 'snippet_not_found',
  hashtagSet: 'hashtag_set_not_found',
  media: 'media_not_found',
  channelGroup: 'group_not_found',
  webhook: 'webhook_not_found',
  listener: 'listener_not_found',
};

describe('every operation of the web app', () => {
  let crier: TestInstance;
  let nord: World;
  let ben: World;
  /** Belongs to no organisation. */
  let lee: TestPerson;
  /** Another browser of the owner. */
  let phone: TestPerson;
  let before: unknown;
  const bodies: Record<string, unknown> = {};
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    [nord, ben] = [await makeWorld(crier, 'Cafe Nord'), await makeWorld(crier, 'Of Ben')];
    lee = await addPerson(crier, { name: 'Lee' });
    await sql(crier, 'delete from membership where user_id = $1', [lee.id]);
    // The bodies are valid; what they refer to is created before, and stays unchanged.
    const fixed: Readonly<Record<string, unknown>> = {
      finishConnect: { state: 'x', code: 'x' },
      chooseAccount: { connectId: UNKNOWN_ID, accountId: '1' },
      acceptInvitation: { token: 'x' },
      createOAuthApp: { name: 'Bot', redirectUrl: 'https://app.example' },
      resolvePost: { decision: 'drop' },
      setReleaseId: { releaseId: '42' },
    };
    for (const [, { id }, { body }] of closed) bodies[id] = fixed[id] ?? (await body?.(nord));
    phone = await signedIn(crier, nord.owner.id);
    before = await stored();
  }, 120_000);
  afterAll(() => crier?.stop());

  /** Sessions record when they were last used; that they exist is enough. */
  const stored = async (): Promise<unknown> => ({
    ...(await rowsOf(crier)),
    session: await sql(crier, 'select id, organization_id from session order by id'),
  });
  const ask = (
    by: TestPerson,
    operation: Operation,
    {
      thing = 'post',
      options = {},
      id = nord.things[thing],
    }: { thing?: Line['thing']; options?: AppCallOptions; id?: string } = {},
  ): Promise<Answer<ErrorBody>> =>
    by.call<ErrorBody>(operation.method.toUpperCase(), pathOf(operation, id), {
      body: bodies[operation.id],
      ...options,
    });

  it('is listed here, with who may call it', () => {
    expect(Object.keys(LINES).toSorted()).toEqual(
      appOperations()
        .map(({ id }) => id)
        .toSorted(),
    );
    const roles = {
      open: 'open',
      person: 'none',
      operator: 'none',
      member: 'member',
      admin: 'admin',
      owner: 'owner',
    } as const;
    expect(
      named
        .filter(
          ([, { access, role = 'member' }, line]) =>
            (access === 'open' ? 'open' : role) !== roles[line.least],
        )
        .map(([name]) => name),
    ).toEqual([]);
    expect(
      named
        .filter(([, { path }, { thing }]) => path.replace('{provider}', '').includes('{') !== Boolean(thing))
        .map(([name]) => name),
    ).toEqual([]);
    expect(
      named.filter(([, { body }, line]) => Boolean(body) !== Boolean(line.body)).map(([name]) => name),
    ).toEqual([]);
  });

  it.each(closed)(
    '%s requires a session, and accepts neither a key nor an access token (cases 35, 39)',
    async (_, operation, { thing }) => {
      for (const authorization of [undefined, crier.apiKey, nord.token, `Bearer ${nord.token}`]) {
        const answer = await ask(nord.owner, operation, {
          thing,
          options: { cookie: null, ...(authorization ? { headers: { authorization } } : {}) },
        });
        expect(refusal(answer)).toEqual({ status: 401, code: 'not_signed_in' });
      }
    },
  );

  it.each(changing)(
    "%s changes nothing without the CSRF header, with another session's, or from another site (cases 7, 35)",
    async (_, operation, { thing }) => {
      for (const csrf of [null, 'x', phone.csrfToken, ben.owner.csrfToken]) {
        expect(refusal(await ask(nord.owner, operation, { thing, options: { csrf } }))).toEqual({
          status: 403,
          code: 'csrf_failed',
        });
      }
      expect(
        refusal(
          await ask(nord.owner, operation, {
            thing,
            options: { headers: { origin: 'https://evil.example' } },
          }),
        ),
      ).toEqual({ status: 403, code: 'origin_not_allowed' });
    },
  );

  it.each(least('member', 'admin', 'owner'))(
    '%s does nothing for a page of another organisation than the one that the session works in',
    async (_, operation, { thing }) => {
      const headers = { 'x-organization': ben.organizationId };
      expect(refusal(await ask(nord.owner, operation, { thing, options: { headers } }))).toEqual({
        status: 409,
        code: 'other_organization',
      });
    },
  );

  it.each(least('admin'))('%s is refused to a member', async (_, operation, { thing }) => {
    expect(refusal(await ask(nord.member, operation, { thing }))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
  });

  it.each(least('owner'))('%s is refused to an admin and to a member', async (_, operation, { thing }) => {
    for (const by of [nord.admin, nord.member]) {
      expect(refusal(await ask(by, operation, { thing }))).toEqual({
        status: 403,
        code: 'insufficient_role',
      });
    }
  });

  it.each(least('operator'))('%s is refused to an owner', async (_, operation, { thing }) => {
    expect(refusal(await ask(nord.owner, operation, { thing }))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
  });

  it.each(least('member', 'admin', 'owner'))(
    '%s is refused to a person who belongs to no organisation',
    async (_, operation, { thing }) => {
      expect(refusal(await ask(lee, operation, { thing }))).toEqual({ status: 403, code: 'no_organization' });
    },
  );

  it.each(withId)(
    '%s refuses what belongs to another organisation, without quoting it (case 40)',
    async (_, operation, { thing }) => {
      const answer = await ask(ben.owner, operation, { thing });
      expect(refusal(answer)).toEqual({ status: 403, code: 'foreign_resource' });
      expect(answer.text).not.toMatch(/Spring menu|Cafe Nord/);
    },
  );

  it.each(withId)(
    '%s does not find an unknown id, and refuses a malformed one (case 40)',
    async (_, operation, { thing = 'post' }) => {
      expect(refusal(await ask(nord.owner, operation, { thing, id: UNKNOWN_ID }))).toEqual({
        status: 404,
        code: GONE[thing],
      });
      for (const id of NO_IDS) {
        expect(refusal(await ask(nord.owner, operation, { thing, id }))).toEqual({
          status: 400,
          code: 'invalid_id',
        });
      }
    },
  );

  it('leaves every row unchanged after all these refusals', async () => {
    expect(await stored()).toEqual(before);
  });
});
