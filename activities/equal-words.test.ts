/** Two posts with the same text to one account on Mastodon: what is found there belongs to one of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider } from '../providers/_kit/contract.ts';
import { idOf } from '../providers/_kit/identity.ts';
import { resolvePost } from '../src/posts/decide/resolve-post.ts';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { startFaultFront, type FaultFront, type FaultTarget } from '../src/test/networks/fault-front.ts';
import { startMastodon, type Mastodon } from '../src/test/networks/mastodon/server.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import type { PartCall } from './deps.ts';
import { giveUp } from './give-up.ts';
import { readPart } from './ledger/claim-part.ts';
import { confirmPart, type Finding } from './ledger/confirm-part.ts';
import { identityOf, isTakenByAnother } from './ledger/other-posts.ts';
import { keyOf } from './ledger/part-key.ts';
import { publishPart } from './publish-part.ts';
import { verifyPart } from './verify-part.ts';

const isPublish: FaultTarget = ({ method, path }) => method === 'POST' && path === '/api/v1/statuses';

describe.each(['mastodon', 'gotosocial'])('two posts with the same text, on %s', (software) => {
  let crier: TestInstance;
  let network: Mastodon;
  let front: FaultFront;
  let provider: Provider;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    network = await startMastodon({ software });
    front = await startFaultFront(network.url);
    const found = crier.context.providers.get('mastodon');
    if (!found) throw new Error('no mastodon');
    // Everything settles at once: the waits have tests of their own.
    provider = {
      ...found,
      settleMs: 0,
      async verify(...args) {
        const verdict = await found.verify(...args);
        return 'afterMs' in verdict ? { ...verdict, afterMs: 0 } : verdict;
      },
    };
  });
  // An account of its own for each: the network limits how much one may post.
  beforeEach(async () => {
    const username = `ada${Math.random().toString(36).slice(2, 10)}`;
    const { token } = network.createAccount({ username });
    channel = (await crier.connect('mastodon', { instance: front.url, token })).id;
  });
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const callOf = (postId: string): PartCall => ({
    deps: { ...crier.context, providerEnv: crier.context.config.providerEnv },
    provider,
    part: { postId, position: 0 },
    signal: new AbortController().signal,
    untilShutdown: new AbortController().signal,
  });
  const outcome = (run: Promise<PartOutcome>): Promise<unknown> =>
    run.catch((error: { type?: string }) => error.type ?? String(error));
  const publish = (id: string): Promise<unknown> => outcome(publishPart(callOf(id)));
  const verify = (id: string): Promise<unknown> => outcome(verifyPart(callOf(id)));
  const live = (text: string): number =>
    network.statuses().filter((status) => status.text === text && !status.deletedAt).length;
  const urls = async (ids: string[]): Promise<Set<string>> =>
    new Set(
      (
        await sql<{ url: string }>(crier, 'select release_url as url from post where id = any($1)', [ids])
      ).map(({ url }) => url),
    );

  const urlOf = async (id: string): Promise<{ url: string }> =>
    (await (await fetch(`${network.url}/api/v1/statuses/${id}`)).json()) as { url: string };

  async function twins(count: number): Promise<{ text: string; ids: string[] }> {
    const text = `The same words ${Math.random()}`;
    const body = buildPost([], {
      posts: [{ integration: { id: channel }, value: [{ content: text, image: [] }] }],
    });
    const ids: string[] = [];
    while (ids.length < count) ids.push(await createOne(crier, body));
    await sql(crier, 'update post set publish_at = now() where id = any($1)', [ids]);
    return { text, ids };
  }
  async function pair(): Promise<{ text: string; a: string; b: string }> {
    const { text, ids } = await twins(2);
    return { text, a: ids[0] ?? '', b: ids[1] ?? '' };
  }
  const open = async (ids: readonly string[]): Promise<string[]> =>
    (
      await sql<{ id: string }>(
        crier,
        "select id from post where id = any($1) and state <> 'published' order by id",
        [ids],
      )
    ).map(({ id }) => id);

  const PATTERNS = [2, 3].flatMap((count) =>
    Array.from({ length: 2 ** count }, (_, bits) =>
      Array.from({ length: count }, (_, i) =>
        (bits >> i) & 1 ? ('reset_after' as const) : ('reset_before' as const),
      ),
    ),
  );
  const NAMES = { reset_after: 'its answer', reset_before: 'its request' };

  it.each(
    PATTERNS.flatMap((faults) =>
      (['first', 'last'] as const).map(
        (from) => [faults.map((fault) => NAMES[fault]).join(', '), from, faults] as const,
      ),
    ),
  )(
    'are as many statuses as posts when each loses %s, and the %s is looked for first',
    async (_, from, faults) => {
      const { text, ids } = await twins(faults.length);
      for (const [i, kind] of faults.entries()) {
        front.arm({ kind }, isPublish);
        expect(await publish(ids[i] ?? '')).toMatchObject({ status: 'unknown' });
      }
      for (let round = 0; round < 8; round++) {
        const waiting = await open(ids);
        if (waiting.length === 0) break;
        for (const id of from === 'first' ? waiting : waiting.toReversed()) {
          const seen = await verify(id);
          if ((seen as PartOutcome).status === 'retry') await publish(id);
        }
      }
      expect(live(text)).toBe(faults.length);
      expect(await open(ids)).toEqual([]);
      expect((await urls(ids)).size).toBe(faults.length);
    },
  );

  it('are two statuses when the request of one is lost', async () => {
    const { text, a, b } = await pair();
    front.arm({ kind: 'reset_before' }, isPublish);
    expect(await publish(a)).toMatchObject({ status: 'unknown' });
    expect(await publish(b)).toMatchObject({ status: 'published' });
    expect(await verify(a)).toEqual({ status: 'retry' });
    expect(await publish(a)).toMatchObject({ status: 'published' });
    expect(live(text)).toBe(2);
    expect((await urls([a, b])).size).toBe(2);
  });

  it('are two statuses when both answers are lost, and one of the requests', async () => {
    const { text, a, b } = await pair();
    front.arm({ kind: 'reset_before' }, isPublish);
    expect(await publish(a)).toMatchObject({ status: 'unknown' });
    front.arm({ kind: 'reset_after' }, isPublish);
    expect(await publish(b)).toMatchObject({ status: 'unknown' });
    expect(await verify(a)).toMatchObject({ status: 'published' });
    expect(await verify(b)).toEqual({ status: 'retry' });
    expect(await publish(b)).toMatchObject({ status: 'published' });
    if (software === 'mastodon') {
      // Mastodon remembers the key of the second, whose status the first had claimed by its text: the first
      // gives way.
      expect(await sql(crier, 'select state from post where id = $1', [a])).toEqual([
        { state: 'publishing' },
      ]);
      expect(await verify(a)).toEqual({ status: 'retry' });
      expect(await publish(a)).toMatchObject({ status: 'published' });
    }
    expect(live(text)).toBe(2);
    expect((await urls([a, b])).size).toBe(2);
  });

  it.each([
    ['the network’s own key', {}],
    ['an id that no URL shows', { keyOf: idOf }],
  ])('are two when a person has given the URL of one, known by %s, and the other is lost', async (_, by) => {
    const { text, a, b } = await pair();
    front.arm({ kind: 'reset_before' }, isPublish);
    expect(await publish(b)).toMatchObject({ status: 'unknown' });
    front.arm({ kind: 'reset_after' }, isPublish);
    expect(await publish(a)).toMatchObject({ status: 'unknown' });
    await giveUp(callOf(a).deps, { postId: a, position: 0 });
    const [status] = network.statuses().filter((one) => one.text === text);
    const { url } = await urlOf(status?.id ?? '');
    const ref = { organizationId: crier.organizationId, postId: a };
    await resolvePost(crier.context, ref, { decision: 'published', url });
    const look = { ...callOf(b), provider: { ...provider, ...by } };
    expect(await outcome(verifyPart(look))).toEqual({ status: 'retry' });
    expect(await publish(b)).toMatchObject({ status: 'published' });
    expect(live(text)).toBe(2);
  });

  it('wait for each other while one is being sent', async () => {
    const { text, a, b } = await pair();
    front.arm({ kind: 'reset_before' }, isPublish);
    expect(await publish(a)).toMatchObject({ status: 'unknown' });
    front.arm({ kind: 'slow', delayMs: 1500 }, isPublish);
    const sending = publish(b);
    await until(() => live(text) === 1);
    expect(await verify(a)).toEqual({ status: 'look', lookAfterMs: 0 });
    // Not before the other's call is over, and no look has failed.
    expect(await open([a, b])).toEqual([a]);
    const [attempt] = await sql(
      crier,
      'select failed_looks as looks from publish_attempt t join post_item i on i.id = t.post_item_id where i.post_id = $1',
      [a],
    );
    expect(attempt).toEqual({ looks: 0 });
    expect(await sending).toMatchObject({ status: 'published' });
    expect(await verify(a)).toEqual({ status: 'retry' });
    expect(await publish(a)).toMatchObject({ status: 'published' });
    expect(live(text)).toBe(2);
  });

  it('never share a URL: the second is refused by the database, and asked about', async () => {
    const { text, a, b } = await pair();
    front.arm({ kind: 'reset_after' }, isPublish);
    expect(await publish(a)).toMatchObject({ status: 'unknown' });
    const [status] = network.statuses().filter((s) => s.text === text);
    const published = { id: status?.id ?? '', url: `${front.url}/@ada/${status?.id}`, ref: null };
    const keyFor = async (postId: string): Promise<ReturnType<typeof keyOf>> => {
      const row = await readPart(crier.context.database, { postId, position: 0 });
      if (!row) throw new Error('no row');
      return keyOf({ postId, position: 0 }, row);
    };
    const found: Finding = { published, ...identityOf(provider, published), how: 'looked up' };
    await confirmPart(crier.context.database, await keyFor(a), found);
    const names: Provider = { ...provider, publish: async () => ({ status: 'published', published }) };
    const publishAgain = (): Promise<unknown> => outcome(publishPart({ ...callOf(b), provider: names }));
    expect(await publishAgain()).toMatchObject({ status: 'unknown' });
    // The first was not found by its text alone: it keeps the post.
    const refused = await confirmPart(crier.context.database, await keyFor(b), found).catch(
      (error: unknown) => error,
    );
    expect(isTakenByAnother(refused)).toBe(true);
    expect(await verify(b)).toEqual({ status: 'retry' });
    expect(await publishAgain()).toMatchObject({
      status: 'unconfirmed',
      reason: expect.stringContaining('same words'),
    });
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
