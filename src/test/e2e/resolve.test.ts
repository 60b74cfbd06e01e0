/**
 * A post whose outcome the network does not know, and a person who decides: from the lost answer to the
 * network's ledger.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { confirmPart } from '../../../activities/ledger/confirm-part.ts';
import { PROGRESS_QUERY, type TargetProgress } from '../../../temporal/contract/publish-post.ts';
import { startGroup } from '../../platform/outbox/start-group.ts';
import { finding, FUTURE, sql } from '../factories.ts';
import { eventually } from '../instance.ts';
import { movePast, startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../sandbox-world.ts';
import { eventsOf } from './client.ts';
import { unique } from './scenarios.ts';

jest.setTimeout(180_000);

describe('an unconfirmed post', () => {
  let world: SandboxWorld;
  let channel: SandboxChannel;
  beforeAll(async () => {
    world = await startSandboxWorld();
    channel = await world.connect('Neither #none');
    await world.crier.startWorker();
  });
  afterAll(() => world?.crier.stop());

  /** Sends parts of which the first loses its answer; `taken` = the network has it. */
  async function inDoubt(texts: readonly string[], taken: boolean): Promise<string> {
    await world.arm(channel, { kind: taken ? 'reset_after' : 'reset_before' });
    const [id = ''] = await world.client.create({
      channels: [channel.id],
      parts: texts.map((content) => ({ content })),
    });
    await world.client.reaches(id, 'unconfirmed');
    return id;
  }
  const resolve = (id: string, body: object): Promise<{ status: number }> =>
    world.crier.call('POST', `/posts/${id}/resolve`, { body });
  const times = async (text: string): Promise<number> =>
    (await world.texts()).filter((t) => t === text).length;
  const runEnds = async (id: string): Promise<unknown> =>
    (
      (await world.crier.context.temporal.workflow.getHandle(await world.workflowId(id)).result()) as {
        summary: string;
      }
    ).summary;

  const waitsForPerson = (id: string): Promise<unknown> =>
    eventually('its run waits for a person', async () => {
      const run = world.crier.context.temporal.workflow.getHandle(await world.workflowId(id));
      const [target] = await run.query<TargetProgress[]>(PROGRESS_QUERY);
      return target?.phase === 'needs a decision';
    });

  it('is left to a person, who is notified', async () => {
    const text = unique('In doubt');
    const id = await inDoubt([text], true);
    const page = await world.client.page(id);
    expect(page).toMatchObject({
      state: 'ERROR',
      status: 'unconfirmed',
      error: {
        code: 'outcome_unknown',
        message: expect.stringContaining('the post may have been published'),
      },
    });
    expect(eventsOf(page)).toEqual(['accepted', 'claimed', 'request_sent', 'outcome_unknown', 'unconfirmed']);
    expect((await world.notifications())[0]).toContain('the post may have been published');
    expect((await world.crier.call('POST', `/posts/${id}/retry`)).status).toBe(409);
    await resolve(id, { decision: 'drop' });
    expect(await runEnds(id)).toBe('1 failed');
  });

  it('counts as published when a person found it, and nothing more is sent', async () => {
    const text = unique('Seen');
    const id = await inDoubt([text], true);
    expect(await resolve(id, { decision: 'published', url: 'https://network.test/1' })).toMatchObject({
      status: 201,
      body: { state: 'PUBLISHED', releaseURL: 'https://network.test/1' },
    });
    expect(await runEnds(id)).toBe('1 published');
    expect(await times(text)).toBe(1);
  });

  it('is sent again when a person did not find it: a new attempt next to the closed one', async () => {
    const text = unique('Not there');
    const id = await inDoubt([text], false);
    expect((await resolve(id, { decision: 'resend' })).status).toBe(201);
    await world.client.reaches(id, 'published');
    expect(await runEnds(id)).toBe('1 published');
    expect(await times(text)).toBe(1);
    expect(
      await sql(
        world.crier,
        'select a.revision, a.phase from publish_attempt a join post_item i on i.id = a.post_item_id where i.post_id = $1 order by 1',
        [id],
      ),
    ).toEqual([
      { revision: 1, phase: 'rejected' },
      { revision: 2, phase: 'confirmed' },
    ]);
  });

  it('is asked about again when the second answer is lost too', async () => {
    const text = unique('Lost twice');
    const id = await inDoubt([text], false);
    await world.arm(channel, { kind: 'reset_before' });
    await resolve(id, { decision: 'resend' });
    await world.shows(
      id,
      'it is asked about again',
      (page) => page.timeline.filter((t) => t.event === 'unconfirmed').length === 2,
    );
    await resolve(id, { decision: 'resend' });
    await world.client.reaches(id, 'published');
    expect(await times(text)).toBe(1);
  });

  it('is left as it is when a person decides so', async () => {
    const text = unique('Left');
    const id = await inDoubt([text], false);
    await resolve(id, { decision: 'drop' });
    expect(await world.client.page(id)).toMatchObject({ status: 'failed', error: { code: 'dropped' } });
    expect(await runEnds(id)).toBe('1 failed');
    expect(await times(text)).toBe(0);
  });

  it('continues with the rest of its thread, under the part that a person found', async () => {
    const texts = [unique('One'), unique('Two')];
    const id = await inDoubt(texts, true);
    const first = (await world.ledger()).find((post) => post.text === texts[0]);
    expect(
      (await resolve(id, { decision: 'published', releaseId: first?.id, url: 'https://network.test/1' }))
        .status,
    ).toBe(201);
    await world.client.reaches(id, 'published');
    expect(
      (await world.ledger())
        .filter((post) => texts.includes(post.text))
        .map((post) => [post.text, post.inReplyTo]),
    ).toEqual([
      [texts[0], null],
      [texts[1], first?.id],
    ]);
  });

  it('can be resolved although its run is gone', async () => {
    const text = unique('Without a run');
    const id = await inDoubt([text], false);
    await world.loseRun(id);
    expect((await resolve(id, { decision: 'resend' })).status).toBe(201);
    await world.client.reaches(id, 'published');
    expect(await times(text)).toBe(1);
  });

  describe('that its network confirms after all', () => {
    /** The id on the network of the part with this text. */
    const live = async (text = ''): Promise<string> =>
      (await world.ledger()).find((post) => post.text === text)?.id ?? '';
    const confirmed = async (id: string, text = ''): Promise<void> => {
      const [part] = await sql<{ itemId: string; revision: number }>(
        world.crier,
        `select i.id as "itemId", p.revision from post p join post_item i on i.post_id = p.id and i.position = 0 where p.id = $1`,
        [id],
      );
      await confirmPart(
        world.crier.context.database,
        { postId: id, position: 0, itemId: part?.itemId ?? '', revision: part?.revision ?? 0 },
        finding({ id: await live(text), url: 'https://network.test/late', ref: null }),
      );
    };

    it('is published; nobody is asked any more, and its run ends', async () => {
      const text = unique('Late');
      const id = await inDoubt([text], true);
      await confirmed(id, text);
      expect(await runEnds(id)).toBe('1 published');
      expect(await world.client.page(id)).toMatchObject({
        status: 'published',
        releaseURL: 'https://network.test/late',
      });
      expect(await sql(world.crier, 'select 1 from notification where post_id = $1', [id])).toEqual([]);
      expect(await times(text)).toBe(1);
    });

    it.each(['waits for a person', 'is gone'])(
      'goes on with its thread, although its run %s',
      async (run) => {
        const texts = [unique('Late'), unique('The rest')];
        const id = await inDoubt(texts, true);
        if (run === 'is gone') await world.loseRun(id);
        await confirmed(id, texts[0]);
        await world.client.reaches(id, 'published');
        expect(await times(texts[1] ?? '')).toBe(1);
      },
    );

    it('is found by the reconciler when its row has moved on and nobody notified its run', async () => {
      const texts = [unique('Untold'), unique('The rest')];
      const id = await inDoubt(texts, true);
      await waitsForPerson(id);
      // As a release left it that recorded the late answer and notified nobody.
      await sql(
        world.crier,
        `with item as (
          update post_item set published_at = now(), release_id = $2 where post_id = $1 and position = 0 returning id
        ), attempt as (
          update publish_attempt set phase = 'confirmed', settled_at = now() where post_item_id in (select id from item)
        ), checked as (
          update post_group set checked_at = null, run_started_at = now() - interval '1 minute'
          where id = (select post_group_id from post where id = $1)
        )
        update post set state = 'publishing', publish_at = now() - interval '1 minute' where id = $1`,
        [id, await live(texts[0])],
      );
      expect((await world.reconcile()).woken).toBeLessThanOrEqual(1); // may have been found by the worker's own pass
      await world.client.reaches(id, 'published');
      expect(await times(texts[1] ?? '')).toBe(1);
    });
  });

  it('can be resolved although its run was started again without it', async () => {
    const text = unique('Unknown to its run');
    const other = await world.connect('Another one');
    const [id = '', later = ''] = await world.client.create({
      channels: [channel.id, other.id],
      parts: [{ content: text }],
      date: new Date(FUTURE),
    });
    await world.client.handedOver(id);
    await world.arm(channel, { kind: 'reset_before' });
    await movePast(world.crier, [id], 1);
    await world.client.reaches(id, 'unconfirmed');
    await world.loseRun(id);
    const { context } = world.crier;
    const groupId = (await world.workflowId(id)).replace('publish-post:', '');
    expect(await startGroup(context, groupId, await context.storeId())).toBe(true);
    expect((await resolve(id, { decision: 'resend' })).status).toBe(201);
    await world.client.reaches(id, 'published');
    expect(await world.client.page(later)).toMatchObject({ status: 'scheduled' });
    expect(await times(text)).toBe(1);
  });

  it('can be deleted, which ends its run', async () => {
    const id = await inDoubt([unique('Removed')], true);
    expect((await world.crier.call('DELETE', `/posts/${id}`)).status).toBe(200);
    expect(await runEnds(id)).toBe('1 unconfirmed');
  });

  it('leaves no message in the outbox', async () => {
    await eventually(
      'the outbox is empty',
      async () => (await sql(world.crier, 'select 1 from outbox')).length === 0,
    );
  });
});
