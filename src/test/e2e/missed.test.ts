/** After an outage: a person is asked about what is too late; the rest is published oldest first. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FUTURE, sql } from '../factories.ts';
import { movePast, startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../sandbox-world.ts';
import { eventsOf } from './client.ts';
import { unique } from './scenarios.ts';

const HOUR = 60;

jest.setTimeout(180_000);

describe('a post that came due during an outage', () => {
  let world: SandboxWorld;
  let channels = 0;
  beforeAll(async () => {
    world = await startSandboxWorld();
    await world.crier.startWorker();
  });
  afterAll(() => world?.crier.stop());

  const newChannel = (): Promise<SandboxChannel> => world.connect(`Account ${++channels} #lookup`);
  const times = async (text: string): Promise<number> =>
    (await world.texts()).filter((t) => t === text).length;
  async function missedPost(text: string): Promise<string> {
    const [id = ''] = await world.overdue(await newChannel(), [text], 25 * HOUR);
    await world.client.reaches(id, 'missed');
    return id;
  }

  it('of more than a day is missed: not sent, and a person is asked', async () => {
    const text = unique('Too late');
    const id = await missedPost(text);
    const page = await world.client.page(id);
    expect(page).toMatchObject({
      state: 'ERROR',
      error: {
        code: 'missed',
        message: expect.stringMatching(/^Due at \d{4}-\d\d-\d\d \d\d:\d\d UTC, .* It was not sent/),
      },
    });
    expect(eventsOf(page)).toEqual(['accepted', 'missed']);
    expect(await world.notifications()).toContainEqual(page.error?.message);
    expect(
      (
        (await world.crier.context.temporal.workflow.getHandle(await world.workflowId(id)).result()) as {
          summary: string;
        }
      ).summary,
    ).toBe('1 missed');
    expect(await times(text)).toBe(0);
  });

  it('of less than a day is sent, and shown as late', async () => {
    const text = unique('Late');
    const [id = ''] = await world.overdue(await newChannel(), [text], 23 * HOUR);
    expect((await world.client.reaches(id, 'published')).latenessMs).toBeGreaterThan(22 * 3_600_000);
    expect(await times(text)).toBe(1);
  });

  it("is measured by its own organisation's limit", async () => {
    const strict = await world.crier.anotherOrganization('Strict & Co');
    await sql(world.crier, 'update organization set missed_after_minutes = 10 where id = $1', [strict.id]);
    const channel = await world.connect('Strict #lookup', strict.id);
    const create = async (content: string): Promise<string> =>
      (
        await world.crier.call<{ postId: string }[]>('POST', '/posts', {
          key: strict.apiKey,
          body: {
            type: 'schedule',
            date: FUTURE,
            posts: [{ integration: { id: channel.id }, value: [{ content }] }],
          },
        })
      ).body[0]?.postId ?? '';
    const [late, inTime] = [unique('Eleven minutes'), unique('Nine minutes')];
    const ids = [await create(late), await create(inTime)];
    await movePast(world.crier, ids.slice(0, 1), 11);
    await movePast(world.crier, ids.slice(1), 9);
    const states = async (): Promise<unknown[]> =>
      (await sql(world.crier, 'select state from post where id = any($1) order by publish_at', [ids])).map(
        (row) => row.state,
      );
    while ((await states()).includes('scheduled') || (await states()).includes('publishing')) {
      await new Promise((next) => setTimeout(next, 200));
    }
    expect(await states()).toEqual(['missed', 'published']);
    expect([await times(late), await times(inTime)]).toEqual([0, 1]);
  });

  it('is missed too when its channel was disconnected until it was too late', async () => {
    const text = unique('Disconnected too long');
    const channel = await newChannel();
    await world.arm(channel, { kind: 'suspended' });
    const [id = ''] = await world.client.create({ channels: [channel.id], parts: [{ content: text }] });
    await world.held(id);
    await movePast(world.crier, [id], 25 * HOUR);
    await world.client.reaches(id, 'missed');
    expect((await world.connect(channel.name)).reconnected).toBe(true);
    expect(await times(text)).toBe(0);
  });

  it('and was missed is sent when a person retries it, however late it is', async () => {
    const text = unique('Retried');
    const id = await missedPost(text);
    expect(await world.crier.call('POST', `/posts/${id}/retry`)).toMatchObject({
      status: 201,
      body: { status: expect.stringMatching(/^(scheduled|publishing|published)$/), error: null },
    });
    await world.client.reaches(id, 'published');
    expect(await times(text)).toBe(1);
  });

  it('and was missed waits again when it is given another date', async () => {
    const text = unique('Another date');
    const id = await missedPost(text);
    const date = new Date(Date.now() + 4000);
    expect(
      await world.crier.call('PATCH', `/posts/${id}`, { body: { date: date.toISOString() } }),
    ).toMatchObject({ status: 200, body: { status: 'scheduled', error: null } });
    await world.client.reaches(id, 'published');
    const [sent, ...more] = (await world.ledger()).filter((post) => post.text === text);
    expect(more).toEqual([]);
    expect(Date.parse(sent?.receivedAt ?? '')).toBeGreaterThanOrEqual(date.getTime());
  });

  it('and was missed stays as it is when only its text is changed', async () => {
    const id = await missedPost(unique('Only the text'));
    expect(
      (await world.crier.call('PATCH', `/posts/${id}`, { body: { content: 'Another text' } })).status,
    ).toBe(409);
    expect((await world.client.page(id)).status).toBe('missed');
  });

  it('is published with the others of its channel, and not all at once', async () => {
    const texts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map(unique);
    const channel = await newChannel();
    const ids = await world.overdue(channel, texts, 2 * HOUR);
    for (const id of ids) await world.client.reaches(id, 'published');
    const sent = (await world.ledger()).filter((post) => texts.includes(post.text));
    // That they leave by age is proved where it is decided: activities/ledger/backlog.test.ts.
    expect(sent.map((post) => post.text).toSorted()).toEqual(texts.toSorted());
    expect(Date.parse(sent.at(-1)?.receivedAt ?? '') - Date.parse(sent[0]?.receivedAt ?? '')).toBeGreaterThan(
      2000,
    );
  });

  it('waits with the others of its channel when the network asks one of them to wait', async () => {
    const texts = ['Younger', 'Youngest'].map(unique);
    const refused = unique('Refused for now');
    const channel = await newChannel();
    await world.arm(channel, { kind: 'rate_limited', seconds: 5 });
    const first = await world.overdue(channel, [refused], 2 * HOUR);
    await world.shows(first[0] ?? '', 'the network asked to wait', ({ timeline }) =>
      timeline.some(({ event }) => event === 'rate_limited'),
    );
    const others = await world.overdue(channel, texts, 2 * HOUR);
    const [limit] = await sql<{ until: string }>(
      world.crier,
      'select until from channel_limit where integration_id = $1',
      [channel.id],
    );
    const ids = [...first, ...others];
    for (const id of ids) await world.client.reaches(id, 'published');
    const sent = (await world.ledger()).filter(({ text }) => [refused, ...texts].includes(text));
    const until = Date.parse(limit?.until ?? '');
    expect(sent.map(({ receivedAt }) => Date.parse(receivedAt) >= until)).toEqual([true, true, true]);
  });
});
