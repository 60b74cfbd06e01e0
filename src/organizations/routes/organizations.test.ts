import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Me } from '../../accounts/present-me.ts';
import { UNKNOWN_ID, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, roleOf, signedIn, type TestPerson } from '../../test/person.ts';

interface Listed {
  id: string;
  name: string;
  timeZone: string;
  role: string;
  members: number;
}

describe('organisations', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  beforeEach(async () => {
    ada = await addPerson(crier);
  });
  afterAll(() => crier?.stop());

  const make = (
    name: unknown,
    more: Record<string, unknown> = {},
    person = ada,
  ): Promise<Answer<Me & ErrorBody>> => person.call('POST', '/organizations', { body: { name, ...more } });
  const workedIn = async (person = ada): Promise<string> =>
    (await person.call<{ id: string }>('GET', '/organization')).body.id;
  const switchTo = (organizationId: unknown, person = ada): Promise<Answer<Me & ErrorBody>> =>
    person.call('POST', '/organization/switch', { body: { organizationId } });

  it('are created by anybody who is signed in, who then owns the new one and works in it', async () => {
    const { status, body } = await make('  Cafe Nord ', { timeZone: 'Europe/Berlin' });
    expect([status, body.organization]).toEqual([
      201,
      { id: expect.any(String), name: 'Cafe Nord', timeZone: 'Europe/Berlin', role: 'owner' },
    ]);
    expect((await ada.call('GET', '/organization')).body).toMatchObject({
      id: body.organization?.id,
      name: 'Cafe Nord',
      timeZone: 'Europe/Berlin',
      members: 1,
      channels: 0,
    });
    expect((await make('Second')).body.organization?.timeZone).toBe('UTC');
    expect(
      (await ada.call<Listed[]>('GET', '/organizations')).body.map(({ name, role, members }) => [
        name,
        role,
        members,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Cafe Nord', 'owner', 1],
        ['Second', 'owner', 1],
      ]),
    );
  });

  it.each([
    ['no name', { name: '  ' }, 'name'],
    ['a name of 201 letters', { name: 'n'.repeat(201) }, 'name'],
    ['a name of two lines', { name: 'Cafe\nNord' }, 'name'],
    ['a name that nobody sees', { name: '\u202e\u200b' }, 'name'],
    ['a name that is none', { name: 7 }, 'name'],
    ['a place that is no time zone', { name: 'x', timeZone: 'Mars/Base' }, 'timeZone'],
    ['an offset, which has no summer', { name: 'x', timeZone: '+02:00' }, 'timeZone'],
    ['an owner', { name: 'x', userId: UNKNOWN_ID }, 'userId'],
  ])('refuse %s', async (_, body, path) => {
    expect(refusal(await ada.call<ErrorBody>('POST', '/organizations', { body }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: [path],
    });
    if ('name' in body && path !== 'userId') {
      expect(
        refusal(
          await ada.call<ErrorBody>('PATCH', '/organization', {
            body:
              path === 'name' ? { name: body.name } : { timeZone: (body as { timeZone?: string }).timeZone },
          }),
        ).code,
      ).toBe('invalid_request');
    }
    expect((await make('n'.repeat(200))).status).toBe(201);
  });

  it('are renamed and moved to another time zone by admins, one field at a time', async () => {
    const made = (await make('Nord')).body.organization;
    expect((await ada.call('PATCH', '/organization', { body: { name: 'Süd' } })).body).toMatchObject({
      name: 'Süd',
      timeZone: 'UTC',
    });
    expect(
      (await ada.call('PATCH', '/organization', { body: { timeZone: 'Asia/Tokyo' } })).body,
    ).toMatchObject({ name: 'Süd', timeZone: 'Asia/Tokyo' });
    expect(
      await sql(crier, 'select name, time_zone as zone from organization where id = $1', [made?.id]),
    ).toEqual([{ name: 'Süd', zone: 'Asia/Tokyo' }]);
    expect(refusal(await ada.call<ErrorBody>('PATCH', '/organization', { body: {} })).code).toBe(
      'invalid_request',
    );
  });

  it('have members of their own, and nobody else switches to them', async () => {
    const other = await crier.anotherOrganization();
    const ben = await addPerson(crier, { organizationId: other.id });
    expect(refusal(await switchTo(other.id))).toEqual({ status: 403, code: 'foreign_resource' });
    const members = async (person: TestPerson): Promise<string> =>
      (await person.call('GET', '/organization/members')).text;
    expect((await members(ada)).includes(ben.id)).toBe(false);
    expect([(await members(ben)).includes(ben.id), (await members(ben)).includes(ada.id)]).toEqual([
      true,
      false,
    ]);
  });

  it('are switched so that only data of the current one is visible (security case 44)', async () => {
    const first = crier.organizationId;
    const channel = (await crier.connect('sandbox', { name: `Of the first ${ada.id}` })).id;
    await ada.call('POST', '/api-keys', { body: { name: 'of the first' } });
    const second = (await make('Second')).body.organization?.id ?? '';
    const seen = async (): Promise<unknown[]> =>
      Promise.all(
        [
          '/integrations',
          '/api-keys',
          '/organization/members',
          '/organization/invitations',
          '/organization/audit',
          '/notifications',
        ].map(async (path) => (await ada.call('GET', path)).text),
      );
    const inSecond = await seen();
    for (const text of inSecond) expect(text).not.toContain('of the first');
    expect(inSecond[0]).toBe('[]');
    expect(refusal(await ada.call<ErrorBody>('GET', `/integration-settings/${channel}`))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    expect((await switchTo(first)).body.organization?.id).toBe(first);
    const inFirst = await seen();
    expect(inFirst[0]).toContain(channel);
    expect(inFirst[1]).toContain('of the first');
    expect((await ada.call('GET', `/integration-settings/${channel}`)).status).toBe(200);
    await switchTo(second);
    expect(await seen()).toEqual(inSecond);
  });

  it("are switched for one session: the person's other browsers stay where they are", async () => {
    const phone = await signedIn(crier, ada.id);
    const second = (await make('Second')).body.organization?.id;
    expect([await workedIn(), await workedIn(phone)]).toEqual([second, crier.organizationId]);
  });

  it('cannot be switched to without a membership, or when they do not exist', async () => {
    const other = await crier.anotherOrganization();
    expect(refusal(await switchTo(other.id))).toEqual({ status: 403, code: 'foreign_resource' });
    expect(refusal(await switchTo(UNKNOWN_ID))).toEqual({ status: 404, code: 'organization_not_found' });
    expect(refusal(await switchTo('1')).code).toBe('invalid_request');
    expect(await workedIn()).toBe(crier.organizationId);
  });

  it('can be left by any member; the session continues in another one, or in none', async () => {
    const ben = await addPerson(crier, { role: 'member', name: 'Ben' });
    const own = (await make('Of Ben', {}, ben)).body.organization?.id ?? '';
    await switchTo(crier.organizationId, ben);
    const left = await ben.call<Me>('POST', '/organization/leave');
    expect([left.status, left.body.organization?.id, left.body.organizations.map((o) => o.id)]).toEqual([
      200,
      own,
      [own],
    ]);
    expect(await roleOf(crier, ben.id)).toBeUndefined();
    const mia = await addPerson(crier, { role: 'member', name: 'Mia' });
    expect((await mia.call<Me>('POST', '/organization/leave')).body).toMatchObject({
      organization: null,
      organizations: [],
    });
    expect(refusal(await mia.call<ErrorBody>('GET', '/integrations'))).toEqual({
      status: 403,
      code: 'no_organization',
    });
    expect((await mia.call('GET', '/organizations')).body).toEqual([]);
    expect((await make('Of Mia', {}, mia)).body.organization?.name).toBe('Of Mia');
  });

  it('cannot be left by their last owner', async () => {
    const own = (await make('Mine')).body.organization?.id ?? '';
    expect(refusal(await ada.call<ErrorBody>('POST', '/organization/leave'))).toEqual({
      status: 409,
      code: 'last_owner',
    });
    expect(await roleOf(crier, ada.id, own)).toBe('owner');
    await addPerson(crier, { organizationId: own, name: 'Ben' });
    expect((await ada.call('POST', '/organization/leave')).status).toBe(200);
    expect(await roleOf(crier, ada.id, own)).toBeUndefined();
  });

  it('show admins who did what, as text: newest first, page by page', async () => {
    await make('Told');
    await ada.call('PATCH', '/organization', { body: { name: 'Retold' } });
    await ada.call('POST', '/api-keys', { body: { name: 'ci' } });
    const { events } = (
      await ada.call<{ events: { id: string; kind: string; text: string; person: string }[] }>(
        'GET',
        '/organization/audit',
      )
    ).body;
    expect(events.map(({ kind, text, person }) => [kind, text, person])).toEqual([
      ['api_key_created', 'Made an API key: ci', 'Ada'],
      ['organization_changed', 'Changed the organisation: Retold', 'Ada'],
      ['organization_created', 'Made the organisation: Told', 'Ada'],
    ]);
    expect(
      (await ada.call<{ events: unknown[] }>('GET', `/organization/audit?before=${events[1]?.id}`)).body
        .events,
    ).toEqual([events[2]]);
    expect(refusal(await ada.call<ErrorBody>('GET', '/organization/audit?before=x')).code).toBe(
      'invalid_request',
    );
    expect((await ada.call('GET', '/organization/audit')).text).not.toContain('crk_');
  });
});
