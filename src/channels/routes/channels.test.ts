import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  UNKNOWN_ID,
  buildPost,
  createOne,
  refusal,
  setState,
  sql,
  type ErrorBody,
} from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

interface Channel {
  readonly id: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly connectFields: Record<string, string>;
  readonly group: { id: string; name: string } | null;
  readonly postingTimes: (number | { time: number; days: number[] })[];
  readonly lastPublished: { postId: string; latenessMs: number } | null;
  readonly waiting: number;
  readonly held: number;
  readonly limit: { reason: string } | null;
  readonly away: { host: string } | null;
}

let crier: TestInstance;
let ada: TestPerson;
let lee: TestPerson;
let channel: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  ada = await addPerson(crier, { role: 'admin' });
  lee = await addPerson(crier, { role: 'member', name: 'Lee' });
  channel = (await crier.connect('sandbox', { name: 'Window' })).id;
  await sql(crier, "update organization set time_zone = 'Europe/Berlin' where id = $1", [
    crier.organizationId,
  ]);
});
afterAll(() => crier?.stop());

const list = async (by = lee): Promise<Channel[]> => (await by.call<Channel[]>('GET', '/channels')).body;
const change = (body: object, id = channel, by = ada): Promise<Answer<Channel & ErrorBody>> =>
  by.call('PATCH', `/channels/${id}`, { body });

describe('GET /channels', () => {
  it('shows what a channel published last, what waits, and what holds it up', async () => {
    expect((await list())[0]).toMatchObject({
      name: 'Window',
      network: 'Sandbox',
      lastPublished: null,
      waiting: 0,
      held: 0,
      limit: null,
      away: null,
    });
    const [published, due] = [
      await createOne(crier, buildPost(channel)),
      await createOne(crier, buildPost(channel)),
    ];
    await setState(crier, published, 'published');
    await sql(crier, 'update post set lateness_ms = 420 where id = $1', [published]);
    await sql(crier, "update post set hold = 'channel' where id = $1", [due]);
    await sql(
      crier,
      "insert into channel_limit (integration_id, until, reason) values ($1, now() + interval '1 hour', 'Slow down')",
      [channel],
    );
    await sql(
      crier,
      "insert into network_circuit (provider, host, failures, opened_at, probe_at, reason) select provider, host, 5, now(), now(), 'x' from integration where id = $1",
      [channel],
    );
    expect((await list())[0]).toMatchObject({
      lastPublished: { postId: published, latenessMs: 420 },
      waiting: 1,
      held: 1,
      limit: { reason: 'Slow down' },
      away: { host: '' },
    });
    await sql(crier, 'delete from channel_limit');
    await sql(crier, 'delete from network_circuit');
  });

  it('returns what connecting it again begins with, and no secret', async () => {
    await insertChannel(crier, 'wordpress', {
      name: 'Blog',
      details: { baseUrl: 'https://blog.example', username: 'ada' },
      credentials: { domain: 'https://blog.example', username: 'ada', password: 'abcd efgh ijkl' },
    });
    const listed = await list();
    expect(listed.find(({ name }) => name === 'Blog')?.connectFields).toEqual({
      domain: 'https://blog.example',
      username: 'ada',
    });
    expect(listed.find(({ name }) => name === 'Window')?.connectFields).toEqual({ name: 'Window' });
    expect(JSON.stringify(listed)).not.toContain('abcd');
    await sql(crier, "delete from integration where provider = 'wordpress'");
  });

  it('shows nothing of another organisation', async () => {
    const ben = await crier.anotherOrganization();
    const theirs = (await crier.connect('sandbox', { name: 'Theirs' }, ben.id)).id;
    expect((await list()).map(({ id }) => id)).not.toContain(theirs);
    expect(refusal(await change({ disabled: true }, theirs))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    expect(refusal(await change({ disabled: true }, UNKNOWN_ID))).toEqual({
      status: 404,
      code: 'integration_not_found',
    });
  });
});

describe('PATCH /channels/{id}', () => {
  it('sets posting times by the clock of the organisation, which find-slot then follows', async () => {
    // Without a change they are those of UTC, shown by the organisation's clock.
    expect((await list())[0]?.postingTimes).toHaveLength(3);
    expect((await change({ postingTimes: [1020, 540] })).body.postingTimes).toEqual([540, 1020]);
    await sql(crier, 'delete from post_group');
    const { date } = (await crier.call<{ date: string }>('GET', `/find-slot/${channel}`)).body;
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' });
    expect(['09:00', '17:00']).toContain(clock.format(new Date(date)));
    expect(refusal(await change({ postingTimes: [1440] }))).toMatchObject({
      status: 400,
      paths: ['postingTimes.0'],
    });
    expect(refusal(await change({ postingTimes: [540, 540] }))).toMatchObject({ status: 400 });
    const weekdays = { time: 600, days: [1, 2] };
    expect((await change({ postingTimes: [weekdays, 540] })).body.postingTimes).toEqual([540, weekdays]);
    expect(refusal(await change({ postingTimes: [{ time: 600, days: [0] }] }))).toMatchObject({
      status: 400,
      paths: ['postingTimes.0.days.0'],
    });
  });

  it('disables a channel, which then takes no posts, and enables it again', async () => {
    expect((await change({ disabled: true })).body.disabled).toBe(true);
    expect(
      refusal(await crier.call<ErrorBody>('POST', '/posts', { body: buildPost(channel) })),
    ).toMatchObject({ code: 'channel_disabled' });
    expect((await change({ disabled: false })).body.disabled).toBe(false);
    await createOne(crier, buildPost(channel));
  });

  it('writes who changed what, and is for admins', async () => {
    expect(refusal(await change({ disabled: true }, channel, lee))).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
    expect(
      await sql(
        crier,
        "select user_id as who, detail ->> 'name' as name from audit_event where kind = 'channel_changed' order by id limit 1",
      ),
    ).toEqual([{ who: ada.id, name: 'Window' }]);
  });
});

describe('channel groups', () => {
  const create = (name: string, by = ada): Promise<Answer<{ id: string } & ErrorBody>> =>
    by.call('POST', '/channel-groups', { body: { name } });
  const groups = async (): Promise<unknown> => (await lee.call('GET', '/channel-groups')).body;

  it('are made, given to channels, renamed, and deleted without their channels', async () => {
    const { id } = (await create('Cafe Nord')).body;
    expect((await change({ groupId: id })).body.group).toEqual({ id, name: 'Cafe Nord' });
    expect(await groups()).toEqual([{ id, name: 'Cafe Nord', channels: 1 }]);
    expect((await ada.call('PATCH', `/channel-groups/${id}`, { body: { name: 'Nord' } })).status).toBe(200);
    expect((await crier.call('GET', `/integrations?group=${id}`)).body).toEqual([
      expect.objectContaining({ id: channel, customer: { id, name: 'Nord' } }),
    ]);
    expect((await change({ groupId: null })).body.group).toBeNull();
    await change({ groupId: id });
    expect((await ada.call('DELETE', `/channel-groups/${id}`)).status).toBe(200);
    expect([await groups(), (await list())[0]?.group]).toEqual([[], null]);
  });

  it('have names of their own', async () => {
    const [first, second] = [(await create('One')).body, (await create('Two')).body];
    expect(refusal(await create(' One '))).toEqual({ status: 409, code: 'group_exists', paths: ['name'] });
    const rename = (name: string): Promise<Answer<ErrorBody>> =>
      ada.call('PATCH', `/channel-groups/${second.id}`, { body: { name } });
    expect(refusal(await rename('One'))).toMatchObject({ status: 409, code: 'group_exists' });
    expect((await rename('Two')).status).toBe(200);
    for (const { id } of [first, second]) await ada.call('DELETE', `/channel-groups/${id}`);
  });

  it('are made by admins, and belong to one organisation', async () => {
    expect(refusal(await create('Mine', lee))).toEqual({ status: 403, code: 'insufficient_role' });
    const ben = await addPerson(crier, { organizationId: (await crier.anotherOrganization()).id });
    const { id } = (await create('Theirs', ben)).body;
    expect(refusal(await change({ groupId: id }))).toEqual({ status: 403, code: 'foreign_resource' });
    expect(refusal(await change({ groupId: UNKNOWN_ID }))).toEqual({ status: 404, code: 'group_not_found' });
    expect(refusal(await ada.call<ErrorBody>('DELETE', `/channel-groups/${id}`))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
  });
});
