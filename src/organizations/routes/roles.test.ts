import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Operation } from '../../http/operation.ts';
import { ownOperations } from '../../run/operations.ts';
import { UNKNOWN_ID, refusal, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, callApp, type TestPerson } from '../../test/person.ts';

type Role = 'owner' | 'admin' | 'member';
/**
 * A request that its caller may send, in the organisation of a test; `of` = what the parameter of its path
 * names. `status` of the success.
 */
interface Request {
  readonly target?: (made: Made) => string;
  readonly body?: (made: Made) => unknown;
  readonly status?: number;
}
interface Made {
  readonly home: string;
  readonly memberId: string;
  readonly keyId: string;
  readonly invitationId: string;
}

const REQUESTS: Readonly<Record<string, Request>> = {
  listOrganizations: {},
  createOrganization: { body: () => ({ name: 'Another' }), status: 201 },
  switchOrganization: { body: ({ home }) => ({ organizationId: home }) },
  getOrganization: {},
  updateOrganization: { body: () => ({ name: 'Cafe Nord' }) },
  deleteOrganization: { body: () => ({ name: 'Cafe Nord' }) },
  leaveOrganization: {},
  listMembers: {},
  setRole: { target: ({ memberId }) => memberId, body: () => ({ role: 'member' }) },
  removeMember: { target: ({ memberId }) => memberId },
  listInvitations: {},
  inviteMember: { body: () => ({ role: 'member' }), status: 201 },
  revokeInvitation: { target: ({ invitationId }) => invitationId },
  listApiKeys: {},
  createApiKey: { body: () => ({ name: 'ci' }), status: 201 },
  revokeApiKey: { target: ({ keyId }) => keyId },
  rotateApiKey: { status: 201 },
  listAudit: {},
};
const operations = ownOperations.filter(({ id }) => id in REQUESTS);
const named = (all: readonly Operation[]): [string, Operation][] =>
  all.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation]);
const least = ({ role = 'member' }: Operation): Operation['role'] => role;

describe('what each role may do in an organisation', () => {
  let crier: TestInstance;
  let made: Made;
  let people: Record<Role, TestPerson>;
  let stranger: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  beforeEach(async () => {
    const home = (await crier.anotherOrganization('Cafe Nord')).id;
    const other = (await crier.anotherOrganization('Of Zoe')).id;
    const [owner, admin, member, second] = await Promise.all(
      (['owner', 'admin', 'member', 'member'] as const).map((role) =>
        addPerson(crier, { organizationId: home, role }),
      ),
    );
    stranger = await addPerson(crier, { organizationId: other, name: 'Zoe' });
    if (!owner || !admin || !member || !second) throw new Error('nobody is there');
    people = { owner, admin, member };
    const key = await owner.call<{ id: string }>('POST', '/api-keys', { body: { name: 'first' } });
    const invitation = await owner.call<{ id: string }>('POST', '/organization/invitations', {
      body: { role: 'member' },
    });
    made = { home, memberId: second.id, keyId: key.body.id, invitationId: invitation.body.id };
  });
  afterAll(() => crier?.stop());

  const send = (
    { id, method, path }: Operation,
    by: TestPerson,
    change: { target?: string; csrf?: null; headers?: Record<string, string> } = {},
  ): Promise<Answer<ErrorBody>> => {
    const { target, body } = REQUESTS[id] ?? {};
    const asked = path.replace(/\{\w+\}/, change.target ?? target?.(made) ?? '');
    return by.call<ErrorBody>(method.toUpperCase(), asked, {
      body: body?.(made),
      ...(change.csrf === null ? { csrf: null } : {}),
      ...(change.headers ? { headers: change.headers } : {}),
    });
  };
  const succeeds = async (operation: Operation, by: TestPerson): Promise<void> =>
    expect((await send(operation, by)).status).toBe(REQUESTS[operation.id]?.status ?? 200);

  it('is tested here for every operation on organisations, members, invitations and keys', () => {
    expect(operations.map(({ id }) => id).toSorted()).toEqual(Object.keys(REQUESTS).toSorted());
    expect(
      ownOperations
        .filter(({ tag, access }) => (tag === 'Members' || tag === 'API keys') && access === 'caller')
        .map(({ id }) => id)
        .filter((id) => !(id in REQUESTS)),
    ).toEqual([]);
  });

  it.each(named(operations.filter((o) => least(o) === 'admin')))(
    '%s is for admins and owners: a member is refused',
    async (_, operation) => {
      expect(refusal(await send(operation, people.member))).toEqual({
        status: 403,
        code: 'insufficient_role',
      });
      await succeeds(operation, people.admin);
    },
  );

  it.each(named(operations.filter((o) => least(o) === 'owner')))(
    '%s is for owners: an admin and a member are refused',
    async (_, operation) => {
      for (const by of [people.admin, people.member]) {
        expect(refusal(await send(operation, by))).toEqual({ status: 403, code: 'insufficient_role' });
      }
      await succeeds(operation, people.owner);
    },
  );

  it.each(named(operations.filter((o) => least(o) === 'member' || least(o) === 'none')))(
    '%s is for every member',
    async (_, operation) => {
      await succeeds(operation, people.member);
    },
  );

  it.each(named(operations.filter(({ path }) => path.includes('{'))))(
    "%s refuses another organisation's id, an unknown id and a malformed id",
    async (_, operation) => {
      expect(refusal(await send(operation, stranger))).toEqual({ status: 403, code: 'foreign_resource' });
      expect((await send(operation, people.owner, { target: UNKNOWN_ID })).status).toBe(404);
      for (const wrong of ['1', `${UNKNOWN_ID}'`, '%00']) {
        expect(refusal(await send(operation, people.owner, { target: wrong }))).toEqual({
          status: 400,
          code: 'invalid_id',
        });
      }
      await succeeds(operation, people.owner);
    },
  );

  it.each(named(operations))(
    '%s requires a session: a key is not enough, nor is a change without the CSRF token',
    async (_, operation) => {
      const { id, method, path } = operation;
      const asked = path.replace(/\{\w+\}/, REQUESTS[id]?.target?.(made) ?? '');
      const unsigned = await callApp<ErrorBody>(
        crier,
        { method: method.toUpperCase(), path: asked },
        { body: REQUESTS[id]?.body?.(made), headers: { authorization: crier.apiKey } },
      );
      expect(refusal(unsigned)).toEqual({ status: 401, code: 'not_signed_in' });
      expect(
        (await crier.call<ErrorBody>(method.toUpperCase(), asked, { body: REQUESTS[id]?.body?.(made) })).body
          .code,
      ).toBe('route_not_found');
      if (method !== 'get') {
        expect(refusal(await send(operation, people.owner, { csrf: null }))).toEqual({
          status: 403,
          code: 'csrf_failed',
        });
      }
    },
  );
});
