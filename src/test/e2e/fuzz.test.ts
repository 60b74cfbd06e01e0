/** The API under requests that nobody thought of, generated from its own document. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { operations } from '../../run/operations.ts';
import { documentOf } from '../../http/routes/openapi.ts';
import { buildPost, countRows, createOne, png, setState, sql, upload } from '../factories.ts';
import { insertChannel } from '../insert-channel.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { schemathesis, type FuzzResult } from '../servers/schemathesis.ts';
import { describeWith } from '../servers/server.ts';
import { THOROUGH } from '../thorough.ts';
import { fuzzDocument, type KnownThings } from './fuzz-document.ts';

/** Examples for each operation: few on every push, many every night (src/test/nightly.ts). */
const EXAMPLES = THOROUGH ? 250 : 4;
/** Networks whose settings are tried: each costs 300 requests. */
const FEW = ['sandbox', 'wordpress', 'x'];

describeWith([schemathesis], 'the API under a fuzzer', () => {
  let crier: TestInstance;
  let things: KnownThings;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { API_LIMIT: '0' } });
    const sandbox = (await crier.connect('sandbox', { name: 'Ada' })).id;
    const posts: string[] = [];
    for (const state of [
      'scheduled',
      'draft',
      'published',
      'published',
      'failed',
      'unconfirmed',
      'missed',
      'partly_published',
      'cancelled',
    ]) {
      const id = await createOne(crier, buildPost(sandbox));
      await setState(crier, id, state);
      posts.push(id);
    }
    await sql(crier, "update post_item set release_id = 'missing' where post_id = $1", [posts[2]]);
    const groups = (
      await sql<{ group: string }>(crier, 'select distinct public_group as group from post')
    ).map((row) => row.group);
    const byNetwork: Record<string, string> = { sandbox };
    for (const network of THOROUGH ? crier.context.providers.keys() : FEW) {
      byNetwork[network] ??= await insertChannel(crier, network);
    }
    // Beside the sandbox's, a channel of a network that has nothing to ask for: no call leaves the machine.
    const [silent = ''] = [...crier.context.providers.values()].flatMap(
      ({ identifier, tools, analytics, recent }) => (tools || analytics || recent ? [] : [identifier]),
    );
    const channel = byNetwork[silent] ?? (await insertChannel(crier, silent));
    const { body: media } = await upload<{ path: string }>(crier, png());
    things = { posts, groups, channels: [sandbox, channel], byNetwork, media: media.path };
  });
  afterAll(() => crier?.stop());

  const fuzz = (methods: readonly string[], maxExamples: number): Promise<FuzzResult> =>
    schemathesis.fuzz({
      document: fuzzDocument(documentOf(crier.context, operations), things, methods),
      url: `${crier.url}/public/v1`,
      apiKey: crier.apiKey,
      maxExamples,
      seed: 20_260,
    });
  const having = (methods: readonly string[]): number =>
    operations().filter(({ method }) => methods.includes(method)).length;

  it('never answers 5xx, nor anything that its document does not describe', async () => {
    const methods = ['get', 'post', 'put', 'patch'];
    const before = await countRows(crier, 'post');
    const { failures, operations: asked, requests } = await fuzz(methods, EXAMPLES);
    expect(failures).toBe('');
    expect(asked).toEqual({ tested: having(methods), total: having(methods) });
    expect(requests).toBeGreaterThan(1000);
    // It got past the checks of the request.
    expect(await countRows(crier, 'post')).toBeGreaterThan(before);
  }, 3_600_000);

  it('never does so when things are deleted, and then gone for later requests', async () => {
    const { failures, operations: asked } = await fuzz(['delete'], EXAMPLES);
    expect(failures).toBe('');
    expect(asked).toEqual({ tested: having(['delete']), total: having(['delete']) });
  }, 3_600_000);
});
