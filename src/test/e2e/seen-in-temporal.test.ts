/** What an operator reads about a run in Temporal: in the list, in its description, and when the run is asked. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { WorkflowNotFoundError } from '@temporalio/client';
import { workflowMetadataQuery } from '@temporalio/workflow';
import { SEARCH_KEYS } from '../../../temporal/contract.ts';
import { freeze } from '../../platform/freeze.ts';
import { resume } from '../../posts/resume.ts';
import { FUTURE } from '../factories.ts';
import { readableText, timersOf } from '../history.ts';
import { eventually } from '../instance.ts';
import { unique } from './scenarios.ts';
import { startSandboxWorld, type SandboxChannel, type SandboxWorld } from '../sandbox-world.ts';

jest.setTimeout(120_000);

const WORDS = 'Spring menu from Monday';
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
  const details = (id: string, words: string): Promise<string> =>
    eventually(`the run of ${id} says ${words}`, async () => {
      const run = await handleOf(id);
      const { currentDetails } = await run
        .query<{ currentDetails?: string }, []>(workflowMetadataQuery.name)
        .catch((error: unknown) => {
          if (error instanceof WorkflowNotFoundError) return { currentDetails: '' };
          throw error;
        });
      return currentDetails?.includes(words) ? currentDetails : '';
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

  it('reads what a waiting run is about when the run is asked, with the address of the post', async () => {
    const id = await create(cafe, new Date(FUTURE));
    const said = await details(id, 'waits until 2031-05-04 09:30 UTC');
    expect(said).toBe(
      [
        'Posts of **Ada \\& Co**',
        '',
        `- **Café \\[Nord\\] \\#lookup \\(sandbox\\)**: waits until 2031-05-04 09:30 UTC. [Its page in Crier](${WEB}/posts/${id})`,
      ].join('\n'),
    );
  });

  it('reads no word of a post, unless TEMPORAL_POST_TEXT allows the first ones', async () => {
    const silent = await create(cafe, new Date(FUTURE));
    await world.client.handedOver(silent);
    expect(readableText(await (await handleOf(silent)).fetchHistory())).not.toContain('Spring');
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
    expect(run.typedSearchAttributes.get(SEARCH_KEYS.postText)).toMatch(new RegExp(`^${WORDS} x+…$`));
    expect(await details(postId, 'waits until')).toContain(`, “${WORDS} x`);
  });

  it('reads that a run is frozen, in its timer and its details, and what ends that', async () => {
    const { organizationId, context } = world.crier;
    await freeze(context.database, { organizationId }, { reason: 'a test' });
    const id = await create(cafe);
    await world.held(id);
    expect(await details(id, 'held')).toContain(
      '**held, because publishing is frozen**. It goes out after `npm run crier -- resume`',
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
});
