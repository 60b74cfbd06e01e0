/** A post that its network has accepted and still processes: what ends it, and what only delays it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ChannelGone,
  OutcomeUnknown,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
} from '../providers/_kit/errors.ts';
import type { PollResult, Provider } from '../providers/_kit/contract.ts';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import type { PartCall } from './deps.ts';
import { pollPart } from './poll-part.ts';
import { publishPart } from './publish-part.ts';
import { sentence } from '../src/platform/sentences.ts';
import { addPerson } from '../src/test/person.ts';

const HOUR = 3_600_000;

describe('a post that its network processes', () => {
  let crier: TestInstance;
  let sandbox: Provider;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
    const found = crier.context.providers.get('sandbox');
    if (!found) throw new Error('no sandbox');
    sandbox = found;
  });
  afterAll(() => crier?.stop());

  const call = (provider: Partial<Provider>, postId: string): PartCall => ({
    deps: { ...crier.context, providerEnv: crier.context.config.providerEnv },
    provider: { ...sandbox, ...provider },
    part: { postId, position: 0 },
    signal: new AbortController().signal,
    untilShutdown: new AbortController().signal,
  });
  async function processing(): Promise<string> {
    const id = await createOne(crier, buildPost(channel));
    await sql(crier, 'update post set publish_at = now() where id = $1', [id]);
    const accept: Partial<Provider> = {
      publish: async () => ({ status: 'processing', ref: { job: id }, pollAfterMs: 5000 }),
    };
    expect(await publishPart(call(accept, id))).toEqual({ status: 'processing', pollAfterMs: 5000 });
    return id;
  }
  const poll = (id: string, answer: () => Promise<PollResult>): Promise<unknown> =>
    pollPart(call({ poll: answer }, id)).catch((error: { type?: string }) => error.type ?? error);
  const stateOf = async (id: string): Promise<unknown> =>
    (await sql(crier, 'select state from post where id = $1', [id]))[0]?.state;

  it('fails when the network reports it, with its message', async () => {
    const id = await processing();
    const rejected: PartOutcome = { status: 'failed', reason: 'The video has no sound' };
    expect(await poll(id, async () => ({ status: 'rejected', reason: 'The video has no sound' }))).toEqual(
      rejected,
    );
    expect(await stateOf(id)).toBe('failed');
  });

  it('has why in the words of Crier, with their code for readers of other languages', async () => {
    const reason = sentence('media_file_gone', { file: 'menu.png' });
    const rejected: PollResult = { status: 'rejected', reason, alreadyThere: true };
    const failed = await processing();
    await poll(failed, async () => rejected);
    const error = { code: 'rejected', message: reason.message, explanation: reason };
    expect((await crier.call('GET', `/posts/${failed}`)).body).toMatchObject({ error });
    const asked = await processing();
    await sql(
      crier,
      'update publish_attempt a set resends = 1 from post_item i where i.id = a.post_item_id and i.post_id = $1',
      [asked],
    );
    await poll(asked, async () => rejected);
    const why = sentence('repeat_rejected', { why: reason });
    const explanation = sentence('look_at_the_account', { why });
    const listed = await (await addPerson(crier)).call('GET', '/post-list?show=attention');
    expect(listed.body).toMatchObject({
      posts: expect.arrayContaining([
        expect.objectContaining({ id: failed, error: reason.message, explanation: reason }),
        expect.objectContaining({ id: asked, error: explanation.message, explanation }),
      ]),
    });
  });

  it('does not fail, but is asked about, when the network reports after an earlier send that it has it already', async () => {
    const rejected: PollResult = { status: 'rejected', reason: 'The channel has it', alreadyThere: true };
    const first = await processing();
    expect(await poll(first, async () => rejected)).toMatchObject({ status: 'failed' });
    const id = await processing();
    await sql(
      crier,
      'update publish_attempt a set resends = 1 from post_item i where i.id = a.post_item_id and i.post_id = $1',
      [id],
    );
    expect(await poll(id, async () => rejected)).toEqual({
      status: 'unconfirmed',
      reason: expect.stringContaining('The channel has it'),
    });
    expect(await stateOf(id)).toBe('unconfirmed');
  });

  it.each([
    ['is not found for once', new Rejected('Not found', { networkCode: '404' })],
    ['cannot be read', new OutcomeUnknown('Garbage')],
    ['cannot be reached', new Unsent('Connection refused')],
    ['has an expired token', new TokenExpired('Token expired')],
    ['has lost its channel', new ChannelGone('Suspended')],
  ])('is asked about again when it %s', async (_, error) => {
    const id = await processing();
    expect(await poll(id, () => Promise.reject(error))).toBe('StillProcessing');
    expect(await stateOf(id)).toBe('processing');
    await sql(crier, 'update integration set refresh_needed = false where id = $1', [channel]);
    const published = { id: `live ${id}`, url: `https://network.example/${id}`, ref: null };
    expect(await poll(id, async () => ({ status: 'published', published }))).toMatchObject({
      status: 'published',
    });
  });

  it('waits as a run does, not as an activity, when the network asks for more than a minute', async () => {
    const id = await processing();
    const tomorrow = new Date(Date.now() + 24 * HOUR);
    const wait = (await poll(id, () => Promise.reject(new RateLimited('Quota', tomorrow)))) as PartOutcome;
    expect(wait).toEqual({ status: 'processing', pollAfterMs: expect.any(Number) });
    expect(wait.status === 'processing' && wait.pollAfterMs).toBeGreaterThan(23 * HOUR);
    const slow = { status: 'processing', ref: null, pollAfterMs: 5 * 60_000 } as const;
    expect(await poll(id, async () => slow)).toEqual({ status: 'processing', pollAfterMs: 5 * 60_000 });
    expect(await poll(id, async () => ({ ...slow, pollAfterMs: 5000 }))).toBe('StillProcessing');
  });
});
