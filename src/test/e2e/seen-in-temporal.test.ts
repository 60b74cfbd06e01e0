/**
 * What an operator reads about a run in Temporal: in the list, in its description, and when the run is asked.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { WorkflowNotFoundError } from '@temporalio/client';
import { workflowMetadataQuery } from '@temporalio/workflow';
import { ROW_CHANGED_SIGNAL } from '../../../temporal/contract/publish-post.ts';
import { SEARCH_KEYS } from '../../../temporal/contract/search-attributes.ts';
import { freeze } from '../../platform/freeze.ts';
import { syncPost } from '../../platform/outbox/notify-run.ts';
import { resume } from '../../posts/decide/resume.ts';
import { FUTURE, buildPost, createOne, sql } from '../factories.ts';
import { readableText, timersOf } from '../history.ts';
import { eventually } from '../instance.ts';
import { addPerson } from '../person.ts';
import { unique } from './scenarios.ts';
import { startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../sandbox-world.ts';

jest.setTimeout(120_000);

const WORDS = 'Spring menu from Monday';
const LATER = '2031-05-05T09:30:00.000Z';
const WEB = 'https://crier.example';

describe('in Temporal, an operator', () => {
  let world: SandboxWorld;
  let cafe: SandboxChannel;
  let doubtful: SandboxChannel;
  beforeAll(async () => {
    world = await startSandboxWorld({ FRONTEND_URL: WEB });
    [cafe, doubtful] = [await world.connect('Café [Nord] #lookup'), await world.connect('Ada #none')];
    await world.crier.startWorker();
  });
  afterAll(() => world?.crier.stop());

  const create = async (channel: SandboxChannel, date?: Date): Promise<string> =>
    (
      await world.client.create({
        channels: [channel.id],
        parts: [{ content: `<p>${WORDS}</p><p>${unique('and more')}</p>` }],
        ...(date && { date }),
      })
    )[0] ?? '';
  const handleOf = async (id: string) =>
    world.crier.context.temporal.workflow.getHandle(await world.workflowId(id));
  /** What the UI shows as the current details of a run: Markdown. */
  const details = (id: string, text: string): Promise<string> =>
    eventually(`the run of ${id} says ${text}`, async () => {
      const run = await handleOf(id);
      const { currentDetails } = await run
        .query<{ currentDetails?: string }, []>(workflowMetadataQuery.name)
        .catch((error: unknown) => {
          if (error instanceof WorkflowNotFoundError) return { currentDetails: '' };
          throw error;
        });
      return currentDetails?.includes(text) ? currentDetails : '';
    });
  const described = async (id: string) => (await handleOf(id)).describe();

  it('finds a run in the list by the names of the channel and the organisation, and reads them there', async () => {
    const id = await create(cafe, new Date(FUTURE));
    await world.client.handedOver(id);
    const query = `Channel = "${cafe.name}" and Organization = "Ada & Co" and ExecutionStatus = "Running"`;
    const run = await eventually('it is listed', async () => {
      for await (const found of world.crier.context.temporal.workflow.list({ query })) return found;
      return undefined;
    });
    expect(run.workflowId).toBe(await world.workflowId(id));
    expect(run.memo).toEqual({ organization: 'Ada & Co', posts: { [id]: { channel: cafe.name } }, web: WEB });
    expect(await (await described(id)).staticSummary()).toBe(
      `Ada & Co: 1 post for ${cafe.name} (sandbox) at 2031-05-04 09:30 UTC`,
    );
  });

  /** As a change of the post does: until then it waits in Temporal, and nobody can ask it anything. */
  const begin = async (id: string): Promise<void> => {
    const { context } = world.crier;
    await syncPost(context, id, await context.storeId());
  };

  it('reads what a run is about that waits in Temporal, with the URL of the post', async () => {
    const id = await create(cafe, new Date(FUTURE));
    await world.client.handedOver(id);
    const run = await described(id);
    expect(await run.staticSummary()).toBe(
      `Ada & Co: 1 post for ${cafe.name} (sandbox) at 2031-05-04 09:30 UTC`,
    );
    expect(await run.staticDetails()).toBe(`- sandbox: [its page in Crier](${WEB}/posts/${id})`);
  });

  it('reads what a run is about that has begun when it is asked, with the URL of the post', async () => {
    const id = await create(cafe, new Date(FUTURE));
    await begin(id);
    const said = await details(id, 'waits until 2031-05-04 09:30 UTC');
    expect(said).toBe(
      [
        'Posts of **Ada \\& Co**',
        '',
        `- **Café \\[Nord\\] \\#lookup \\(sandbox\\)**: waits until 2031-05-04 09:30 UTC. [Its page in Crier](${WEB}/posts/${id})`,
      ].join('\n'),
    );
  });

  it('reads no text of a post, unless TEMPORAL_POST_TEXT allows its beginning', async () => {
    const silent = await create(cafe, new Date(FUTURE));
    await world.client.handedOver(silent);
    const { memo } = await described(silent);
    expect((memo as { posts: object }).posts).toEqual({ [silent]: { channel: cafe.name } });
    expect(readableText(await (await handleOf(silent)).fetchHistory())).not.toContain('Spring');
    await begin(silent);
    expect(await details(silent, 'waits until')).not.toContain('Spring');

    const url = await world.crier.startApi({ TEMPORAL_POST_TEXT: 'true' });
    const answer = await fetch(`${url}/public/v1/posts`, {
      method: 'POST',
      headers: {
        authorization: world.crier.apiKey,
        'content-type': 'application/json',
        'idempotency-key': 'allowed',
      },
      body: JSON.stringify({
        type: 'schedule',
        date: FUTURE,
        posts: [{ integration: { id: cafe.id }, value: [{ content: `<p>${WORDS}</p>${'x'.repeat(200)}` }] }],
      }),
    });
    const [{ postId }] = (await answer.json()) as [{ postId: string }];
    await world.client.handedOver(postId);
    const run = await described(postId);
    expect(await run.staticSummary()).toMatch(new RegExp(`UTC: “${WORDS} x+…”$`));
    const { posts } = run.memo as { posts: Record<string, { channel: string; text?: string }> };
    expect(posts[postId]?.text).toMatch(new RegExp(`^${WORDS} x+…$`));
    expect([...(posts[postId]?.text ?? '')]).toHaveLength(60);
    expect(run.typedSearchAttributes.get(SEARCH_KEYS.postText)).toMatch(new RegExp(`^${WORDS} x+…$`));
    await begin(postId);
    expect(await details(postId, 'waits until')).toContain(`, “${WORDS} x`);
  });

  it('reads that a run is frozen, in its timer and its details, and what ends that', async () => {
    const { organizationId, context } = world.crier;
    await freeze(context.database, { organizationId }, { reason: 'a test' });
    const id = await create(cafe);
    await world.held(id);
    expect(await details(id, 'held')).toContain(
      '**held, because publishing is frozen**. It is published after `npm run crier -- resume`',
    );
    const run = await handleOf(id);
    expect(timersOf(await run.fetchHistory()).at(-1)?.summary).toMatch(
      /^held: publishing is frozen; looked at again at \d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? UTC$/,
    );
    expect((await run.describe()).typedSearchAttributes.get(SEARCH_KEYS.postState)).toBe('frozen');
    await resume(context, { organizationId }, { action: 'now' });
    expect(await details(id, ': published. [')).not.toContain('held');
  });

  it('reads which channel a held run waits for, in its timer and its details', async () => {
    const gone = await world.connect('Gone #lookup');
    await world.revoke(gone);
    const id = await create(gone);
    await world.held(id);
    expect(await details(id, 'held')).toContain('**held until its channel is reconnected**');
    expect(timersOf(await (await handleOf(id)).fetchHistory()).at(-1)?.summary).toMatch(
      /^held: Gone #lookup \(sandbox\) must be reconnected; looked at again at /,
    );
  });

  it('reads that a person must decide about an unconfirmed post, where, and by which command', async () => {
    await world.arm(doubtful, { kind: 'reset_after' });
    const id = await create(doubtful);
    await world.client.reaches(id, 'unconfirmed');
    const said = await details(id, 'must decide');
    expect(said).toContain(
      '**a person must decide**. The answer to it was lost, and sandbox cannot say whether it arrived.',
    );
    expect(said).toContain(`npm run crier -- posts resolve ${id}`);
    expect(said).toContain(`(${WEB}/posts/${id})`);
    expect((await described(id)).typedSearchAttributes.get(SEARCH_KEYS.postState)).toBe('unconfirmed');
  });

  describe('reads the same names', () => {
    /** The names in the list, the head of a run and its details, for any run of a post. */
    const names = async (id: string) => {
      const run = await described(id);
      const { currentDetails } = await (
        await handleOf(id)
      ).query<{ currentDetails: string }, []>(workflowMetadataQuery.name);
      return {
        summary: await run.staticSummary(),
        memo: run.memo,
        organization: run.typedSearchAttributes.get(SEARCH_KEYS.organizationName),
        channels: run.typedSearchAttributes.get(SEARCH_KEYS.channels),
        details: currentDetails,
      };
    };

    it('after a run has become long and continues as a new one', async () => {
      const id = await create(cafe, new Date(FUTURE));
      await begin(id);
      await details(id, 'waits until');
      const before = await names(id);
      const { runId } = await described(id);
      const run = await handleOf(id);
      for (let signals = 0; signals < 500; signals += 50) {
        await Promise.all(Array.from({ length: 50 }, () => run.signal(ROW_CHANGED_SIGNAL, { postId: id })));
      }
      await eventually('a new run goes on', async () => (await described(id)).runId !== runId);
      await details(id, 'waits until');
      // Temporal carries no summary over, and its SDK has no way to give one: memo and details have the same.
      expect(await names(id)).toEqual({ ...before, summary: undefined });
    });

    it('after a freeze has ended, and none that says frozen', async () => {
      const { organizationId, context } = world.crier;
      await freeze(context.database, { organizationId }, { reason: 'a test' });
      const id = await create(cafe);
      await world.held(id);
      const before = await names(id);
      await resume(context, { organizationId }, { action: 'now' });
      await world.client.reaches(id, 'published');
      await details(id, ': published. [');
      expect(await names(id)).toEqual({ ...before, details: expect.stringContaining(': published. [') });
      expect((await described(id)).typedSearchAttributes.get(SEARCH_KEYS.postState)).toBeUndefined();
    });

    it('of a post that joins a run: restored in a run which was started without it', async () => {
      const [first = '', second = ''] = await world.client.create({
        channels: [cafe.id, doubtful.id],
        parts: [{ content: unique(WORDS) }],
        date: new Date(FUTURE),
      });
      await world.client.handedOver(second);
      const person = await addPerson(world.crier);
      expect((await person.call('DELETE', `/posts/${second}`)).status).toBe(200);
      await world.loseRun(first);
      const { runId } = await described(first);
      // The reconciler starts it again when the store is not the one in which it was started.
      await sql(
        world.crier,
        'update post_group set run_store_id = null where id = (select post_group_id from post where id = $1)',
        [first],
      );
      await sql(world.crier, "delete from instance_state where key = 'started-in'");
      await eventually('a new run goes on', async () => {
        await world.reconcile();
        return (await described(first)).runId !== runId;
      });
      await begin(first);
      expect(await details(first, 'waits until')).not.toContain('Ada \\#none');
      expect((await person.call('POST', `/posts/${second}/restore`)).status).toBe(201);
      const said = await details(first, 'Ada \\#none \\(sandbox\\)');
      expect(said).toContain('Café \\[Nord\\] \\#lookup \\(sandbox\\)**: waits until 2031-05-04 09:30 UTC');
      expect((await names(first)).channels).toEqual([cafe.name, doubtful.name]);
    });

    it('after channel and organisation were renamed, and finds the run by what does not change', async () => {
      const before = await world.connect('Before #lookup');
      const id = await create(before, new Date(FUTURE));
      await begin(id);
      await details(id, 'waits until');
      const named = await names(id);
      const renamed = async (organization: string): Promise<void> => {
        const person = await addPerson(world.crier);
        expect((await person.call('PATCH', '/organization', { body: { name: organization } })).status).toBe(
          200,
        );
      };
      await sql(world.crier, "update integration set name = 'After #lookup' where id = $1", [before.id]);
      await renamed('Ada & Daughters');
      try {
        const person = await addPerson(world.crier);
        const { status } = await person.call('PATCH', `/posts/${id}`, { body: { date: LATER } });
        expect(status).toBe(200);
        const said = await details(id, 'waits until 2031-05-05 09:30 UTC');
        expect(await names(id)).toEqual({ ...named, details: said });
        const query = `OrganizationId = "${world.crier.organizationId}" and Provider = "sandbox" and ExecutionStatus = "Running"`;
        const found: string[] = [];
        for await (const { workflowId } of world.crier.context.temporal.workflow.list({ query })) {
          found.push(workflowId);
        }
        expect(found).toContain(await world.workflowId(id));
      } finally {
        await renamed('Ada & Co');
      }
    });

    it('of the next post of a series', async () => {
      const id = await createOne(
        world.crier,
        buildPost(cafe.id, { inter: 7, date: new Date(FUTURE).toISOString() }),
      );
      await world.client.handedOver(id);
      await sql(world.crier, 'update post set publish_at = now() where id = $1', [id]);
      await world.reconcile();
      const [next] = await eventually('the next post is there', async () => {
        const made = await sql<{ id: string }>(world.crier, 'select id from post where repeat_of = $1', [id]);
        return made.length > 0 && made;
      });
      await begin(next?.id ?? '');
      await details(next?.id ?? '', 'waits until');
      expect(await names(next?.id ?? '')).toMatchObject({
        summary: expect.stringMatching(
          new RegExp(`^Ada & Co: 1 post for Café .Nord. #lookup \\(sandbox\\) at `),
        ),
        organization: 'Ada & Co',
        channels: [cafe.name],
      });
    });
  });
});
