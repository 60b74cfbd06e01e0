import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishPart } from '../../activities/publish-part.ts';
import { buildPost, buildTarget, createOne, refusal, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { KEY, startShortener, type Shorteners } from '../test/shorteners.ts';
import { newCode } from './code.ts';

const LINK = 'https://shop.example.org/spring';
// Names below .example are no links in a text.
const NOW = 'https://go.example.org';
const BEFORE = 'https://links-of-before.example.org';

describe('after the domain of short links was changed', () => {
  let crier: TestInstance;
  let dub: Shorteners;
  let channel: string;
  beforeAll(async () => {
    dub = await startShortener('DUB_TOKEN');
    crier = await startInstance({
      temporal: false,
      env: { SHORT_LINK_DOMAIN: 'go.example.org', SSRF_ALLOW_CIDRS: '127.0.0.0/8' },
    });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(async () => {
    await crier?.stop();
    await dub?.stop();
  });

  const build = (content: string, to = channel): Record<string, unknown> =>
    buildPost([], { type: 'now', shortLink: true, posts: [buildTarget(to, { value: [{ content }] })] });
  /** Publishes a post under other settings, and returns the text that arrived. */
  const publish = async (
    content: string,
    settings: object = {},
    to?: string,
    key?: string,
  ): Promise<string> => {
    const postId = await createOne(crier, build(content, to), key);
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('no sandbox');
    const { signal } = new AbortController();
    const config = { ...crier.context.config, ...settings };
    const publicUrl = 'https://crier.example.org';
    const deps = { ...crier.context, publicUrl, config, providerEnv: config.providerEnv };
    const call = { deps, provider, part: { postId, position: 0 }, signal, untilShutdown: signal };
    // A repeated preparation finds the same.
    const failing = {
      ...call,
      provider: { ...provider, prepare: () => Promise.reject(new Error('not now')) },
    };
    await publishPart(failing).catch(() => undefined);
    expect(await publishPart(call)).toMatchObject({ status: 'published' });
    const posts = (await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as { text: string }[];
    return posts.at(-1)?.text ?? '';
  };
  const shortOf = async (settings: object): Promise<string> => {
    const text = await publish(`See ${LINK}`, settings);
    expect(text).not.toContain(LINK);
    return text.slice('See '.length);
  };

  it.each([
    ['an own domain', () => ({ SHORT_LINK_DOMAIN: BEFORE })],
    ['the public URL', () => ({ SHORT_LINK_DOMAIN: undefined })],
    ['a service', () => ({ ...dub.env, DUB_TOKEN: KEY, DUB_SHORT_LINK_DOMAIN: 'dub.example.org' })],
  ])(
    'links of %s of before stay as they are; others there, and equal ones elsewhere, do not',
    async (_, settings) => {
      const old = await shortOf(settings());
      expect(old.startsWith(NOW)).toBe(false);
      expect(await publish(`Again ${old} and ${old}?a=b`)).toBe(`Again ${old} and ${old}?a=b`);
      const { origin, pathname } = new URL(old);
      const page = `${origin}/about`;
      const isService = 'DUB_TOKEN' in settings();
      const other = await publish(`Page ${page} or https://elsewhere.example.org${pathname}`);
      const short = `${NOW}/s/[2-9a-zA-Z]{8}`;
      expect(other).toMatch(new RegExp(`^Page ${isService ? page : short} or ${short}$`));
      // The other way round as well: what is made now is short then.
      const made = await shortOf({});
      expect(await publish(`Then ${made}`, settings())).toBe(`Then ${made}`);
    },
  );

  it('what stayed long on a domain does not make it one of short links', async () => {
    await sql(crier, "update organization set without_shortener = 'long'");
    const nowhere = {
      DUB_TOKEN: KEY,
      DUB_API_ENDPOINT: 'http://127.0.0.1:1',
      DUB_SHORT_LINK_DOMAIN: 'dub.example.org',
    };
    expect(await publish(`See ${LINK}/long`, nowhere)).toBe(`See ${LINK}/long`);
    expect(await publish(`See ${LINK}/long`)).toMatch(/^See https:\/\/go\.example\.org\/s\/\w{8}$/);
    await sql(crier, "update organization set without_shortener = 'wait'");
  });

  it('the links of another organisation prove nothing', async () => {
    const old = await shortOf({ SHORT_LINK_DOMAIN: BEFORE });
    const other = await crier.anotherOrganization();
    const { id } = await crier.connect('sandbox', {}, other.id);
    expect(await publish(`Theirs ${old}`, {}, id, other.apiKey)).toMatch(
      /^Theirs https:\/\/go\.example\.org\/s\//,
    );
  });

  it('a text is counted with the longer of both, since only its publishing knows which it is', async () => {
    const old = `${BEFORE}/s/${newCode()}`;
    const max = crier.context.providers
      .get('sandbox')
      ?.rules.maxLength({ details: {} } as never, { settings: {}, position: 0 });
    const fits = `${old} ${'y'.repeat((max ?? 0) - old.length - 1)}`;
    expect((await crier.call('POST', '/posts', { body: build(fits) })).status).toBe(201);
    const refused = await crier.call<ErrorBody>('POST', '/posts', { body: build(`${fits}y`) });
    expect(refusal(refused)).toMatchObject({ status: 400, code: 'invalid_content' });
  });
});
