/** The API under requests that nobody has thought of, made of its own document. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { OpenApiDocument } from '../../openapi/build-document.ts';
import { operations } from '../../routes/index.ts';
import { documentOf } from '../../routes/reference/openapi.ts';
import { buildPost, createOne, createPosts, setState, sql } from '../factories.ts';
import { insertChannel } from '../insert-channel.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { schemathesis } from '../servers/schemathesis.ts';
import { describeWith } from '../servers/server.ts';

type Node = Readonly<Record<string, unknown>>;
/** Ids that stand in the database, for what a parameter or field of that kind may hold. */
interface KnownIds {
  readonly posts: readonly string[];
  readonly channels: readonly string[];
  /** What the deleting requests may have, so that the others keep theirs. */
  readonly deleted: { readonly posts: readonly string[]; readonly groups: readonly string[]; readonly channels: readonly string[] };
  /** One channel of each network, by network. */
  readonly byNetwork: Readonly<Record<string, string>>;
}

/** Random ids are never found: the document with ids that are, beside any other. */
function withKnownIds(document: OpenApiDocument, ids: KnownIds): Node {
  const paths = Object.entries(document.paths).map(([path, methods]) => [path, Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, known(path, method, operation as Node, ids)]))]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function known(path: string, method: string, operation: Node, ids: KnownIds): Node {
  const from = method === 'delete' ? ids.deleted : { ...ids, groups: [] };
  const values = path.includes('{group}') ? from.groups : path.startsWith('/posts/') ? from.posts : from.channels;
  const parameters = (operation.parameters as readonly Node[]).map((p) => (p.in === 'path' ? { ...p, schema: { anyOf: [{ enum: values }, p.schema] } } : p));
  return { ...operation, parameters, ...(path === '/posts' && method === 'post' ? { requestBody: withChannels(operation.requestBody, ids) } : {}) };
}

/** A create request whose entries have a channel and, mostly, settings of that channel's network. */
function withChannels(requestBody: unknown, { byNetwork }: KnownIds): unknown {
  const body = structuredClone(requestBody) as { content: { 'application/json': { schema: { properties: { posts: { items: { properties: Node } } } } } } };
  const { posts } = body.content['application/json'].schema.properties;
  const { items } = posts;
  const settings = (network: string): string => `#/components/schemas/${network.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Settings`;
  const ofNetwork = ([network, id]: [string, string]): Node => ({ ...items, properties: { ...items.properties, integration: { type: 'object', properties: { id: { const: id } }, required: ['id'] }, settings: { $ref: settings(network) } } });
  posts.items = { anyOf: Object.entries(byNetwork).map(ofNetwork) } as unknown as typeof items;
  return body;
}

describeWith([schemathesis], 'the API, asked by a fuzzer', () => {
  let crier: TestInstance;
  let ids: KnownIds;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { API_LIMIT: '0' } });
    const sandbox = (await crier.connect('sandbox', { name: 'Ada' })).id;
    const spare = (await crier.connect('sandbox', { name: 'Goes' })).id;
    const states = ['scheduled', 'draft', 'published', 'failed', 'unconfirmed', 'missed', 'partly_published', 'cancelled'];
    const posts: string[] = [];
    for (const state of states) {
      const id = await createOne(crier, buildPost(sandbox));
      await setState(crier, id, state);
      posts.push(id);
    }
    const missing = await createOne(crier, buildPost(sandbox));
    await setState(crier, missing, 'published');
    await sql(crier, "update post_item set release_id = 'missing' where post_id = $1", [missing]);
    const doomed = await createPosts(crier, buildPost([spare, spare, sandbox, sandbox]));
    const groups = await sql<{ group: string }>(crier, 'select distinct public_group as group from post where id = any($1)', [doomed.slice(2)]);
    const byNetwork: Record<string, string> = { sandbox };
    for (const network of crier.context.networks.keys()) byNetwork[network] ??= await insertChannel(crier, network);
    const [unreachable = ''] = [...crier.context.networks.keys()].filter((network) => !crier.context.providers.has(network));
    // Tools ask networks, so they get channels that reach none.
    ids = { posts: [...posts, missing], channels: [sandbox, byNetwork[unreachable] ?? ''], deleted: { posts: doomed.slice(0, 2), groups: groups.map((row) => row.group), channels: [spare] }, byNetwork };
  });
  afterAll(() => crier?.stop());

  it('never answers 5xx, nor what its document does not say', async () => {
    const document = withKnownIds(documentOf(crier.context, operations), ids);
    const result = await schemathesis.fuzz({ document, url: `${crier.url}/public/v1`, apiKey: crier.apiKey, maxExamples: 25, seed: 20_260 });
    expect(result.failures).toBe('');
    expect(result.operations).toEqual({ tested: operations().length, total: operations().length });
    expect(result.requests).toBeGreaterThan(1000);
  }, 600_000);
});
