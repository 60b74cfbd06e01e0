/** GET /api/events: which changes reach whom, and when a stream ends. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FUTURE, buildPost, createOne, setState, sql, type ErrorBody } from '../../../test/factories.ts';
import { openEvents, type OpenStream } from '../../../test/event-stream.ts';
import { eventually, startInstance, type TestInstance } from '../../../test/instance.ts';
import { addPerson, signedIn, type TestPerson } from '../../../test/person.ts';
import { EMPTY_DOCUMENT } from '../../../test/security/world.ts';

describe('the stream of changes', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let channel: string;
  const streams: OpenStream[] = [];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    channel = (await crier.connect('sandbox')).id;
  });
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close();
  });
  afterAll(() => crier?.stop());

  /** A stream that has reported that it is ready. */
  const follow = async (person: TestPerson = ada, url = crier.url): Promise<OpenStream> => {
    const stream = await openEvents(url, person.cookie);
    streams.push(stream);
    await stream.next('ready');
    return stream;
  };
  /** The content of the next change. */
  const nextChange = async (stream: OpenStream): Promise<unknown> =>
    JSON.parse((await stream.next('change')).data);

  it('reports a post that was published, without any of its text', async () => {
    const id = await createOne(crier, buildPost(channel));
    const stream = await follow();
    expect(stream).toMatchObject({ status: 200, contentType: 'text/event-stream; charset=utf-8' });
    await setState(crier, id, 'published');
    expect(await nextChange(stream)).toEqual([{ kind: 'post', id }]);
  });

  it('reports a post that was created, moved or cancelled', async () => {
    const stream = await follow();
    const id = await createOne(crier, buildPost(channel));
    expect(await nextChange(stream)).toEqual([{ kind: 'post', id: null }]);
    await crier.call('PATCH', `/posts/${id}`, { body: { date: FUTURE.replace('04', '05') } });
    expect(await nextChange(stream)).toEqual([{ kind: 'post', id }]);
    await crier.call('DELETE', `/posts/${id}`);
    expect(await nextChange(stream)).toEqual([{ kind: 'post', id }]);
  });

  it('reports a draft that is begun, saved or deleted', async () => {
    const stream = await follow();
    const { id } = (
      await ada.call<{ id: string }>('POST', '/compositions', { body: { document: EMPTY_DOCUMENT } })
    ).body;
    expect(await nextChange(stream)).toEqual([{ kind: 'draft', id }]);
    await ada.call('PUT', `/compositions/${id}`, { body: { document: EMPTY_DOCUMENT, revision: 1 } });
    expect(await nextChange(stream)).toEqual([{ kind: 'draft', id }]);
    await ada.call('DELETE', `/compositions/${id}`);
    expect(await nextChange(stream)).toEqual([{ kind: 'draft', id }]);
  });

  it('does not report the claim of a post, which its outcome follows', async () => {
    const id = await createOne(crier, buildPost(channel));
    const stream = await follow();
    await sql(crier, "update post set state = 'publishing' where id = $1", [id]);
    await setState(crier, id, 'published');
    expect(await nextChange(stream)).toEqual([{ kind: 'post', id }]);
    expect(stream.events.filter(({ event }) => event === 'change')).toHaveLength(1);
  });

  it('reports channels, notifications and a freeze', async () => {
    const stream = await follow();
    await sql(crier, 'update integration set refresh_needed = true where id = $1', [channel]);
    expect(await nextChange(stream)).toEqual([{ kind: 'channel', id: channel }]);
    await sql(crier, 'update integration set refresh_needed = false where id = $1', [channel]);
    await nextChange(stream);
    await sql(crier, "insert into notification (organization_id, kind, content) values ($1, 'frozen', 'x')", [
      crier.organizationId,
    ]);
    expect(await nextChange(stream)).toEqual([{ kind: 'notification', id: expect.any(String) }]);
    await sql(crier, `insert into instance_state (key, value) values ('frozen', '{}')`);
    expect(await nextChange(stream)).toEqual([{ kind: 'instance', id: null }]);
    await sql(crier, "delete from instance_state where key = 'frozen'");
    expect(await nextChange(stream)).toEqual([{ kind: 'instance', id: null }]);
  });

  it('makes one message of a storm', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => createOne(crier, buildPost(channel))));
    const stream = await follow();
    await sql(crier, 'update post set revision = revision + 1 where id = any($1)', [ids]);
    const first = (await nextChange(stream)) as { id: string }[];
    expect(first.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    await sql(
      crier,
      "insert into notification (organization_id, kind, content) select $1, 'frozen', 'x' from generate_series(1, 500)",
      [crier.organizationId],
    );
    expect(await nextChange(stream)).toEqual([{ kind: 'notification', id: null }]);
  });

  it('keeps what happens in another organisation to that organisation', async () => {
    const other = await crier.anotherOrganization();
    const theirs = await follow(await addPerson(crier, { organizationId: other.id, name: 'Bert' }));
    const mine = await follow();
    const foreign = (await crier.connect('sandbox', { name: 'Elsewhere' }, other.id)).id;
    expect(await nextChange(theirs)).toEqual([{ kind: 'channel', id: foreign }]);
    await createOne(crier, buildPost(channel));
    expect(await nextChange(mine)).toEqual([{ kind: 'post', id: null }]);
    expect(mine.events.filter(({ event }) => event === 'change')).toHaveLength(1);
    expect(theirs.events.filter(({ event }) => event === 'change')).toHaveLength(1);
  });

  it('ends with its session, and no other of the same person', async () => {
    const again = await signedIn(crier, ada.id);
    const [first, second] = [await follow(again), await follow()];
    await again.call('POST', '/auth/logout');
    await first.ended;
    await createOne(crier, buildPost(channel));
    expect(await nextChange(second)).toEqual([{ kind: 'post', id: null }]);
    expect(first.events.some(({ event }) => event === 'change')).toBe(false);
  });

  it('ends when the session works in another organisation', async () => {
    const other = await crier.anotherOrganization('Second & Co');
    const cleo = await addPerson(crier, { name: 'Cleo' });
    await sql(crier, "insert into membership (organization_id, user_id, role) values ($1, $2, 'member')", [
      other.id,
      cleo.id,
    ]);
    const stream = await follow(cleo);
    await cleo.call('POST', '/organization/switch', { body: { organizationId: other.id } });
    await stream.ended;
  });

  it('goes on after the connection to PostgreSQL was lost, and reports that something may have been missed', async () => {
    const stream = await follow();
    await sql(
      crier,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%-listens' and datname = current_database()",
    );
    await stream.next('missed');
    const id = await createOne(crier, buildPost(channel));
    expect(await nextChange(stream)).toEqual([{ kind: 'post', id: null }]);
    expect(id).toBeTruthy();
  });

  it('gets from every process what any of them changes', async () => {
    const second = await crier.startApiProcess();
    const stream = await follow(ada, second.url);
    await createOne(crier, buildPost(channel));
    expect(await nextChange(stream)).toEqual([{ kind: 'post', id: null }]);
    // A process that stops closes its streams at once.
    second.child.kill('SIGTERM');
    await stream.ended;
  });

  it('is refused to nobody in particular, and to one person beyond fifty', async () => {
    expect((await fetch(`${crier.url}/api/events`)).status).toBe(401);
    const dora = await addPerson(crier, { name: 'Dora' });
    for (let n = 0; n < 50; n++) await follow(dora);
    const refused = await dora.call<ErrorBody>('GET', '/events');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_streams' } });
    streams.pop()?.close();
    await follow();
  });

  it('costs a change nothing while nobody follows', async () => {
    for (const stream of streams.splice(0)) stream.close();
    const rows = async (): Promise<unknown[]> => sql(crier, 'select 1 from live_reader');
    await eventually('no row is left', async () => (await rows()).length === 0);
  });
});
