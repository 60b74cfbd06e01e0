import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishPart } from '../../activities/publish-part.ts';
import { buildPost, buildTarget, createOne, sql } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { KEY, KEY_VARIABLES, startShortener, type Shorteners } from '../test/shorteners.ts';
import { configuredShorteners } from './services/index.ts';

const LINK = 'https://shop.example.org/spring?size=10';

describe.each(KEY_VARIABLES)('short links of the service whose key is %s', (variable) => {
  let crier: TestInstance;
  let service: Shorteners;
  let channel: string;
  beforeAll(async () => {
    service = await startShortener(variable);
    crier = await startInstance({
      temporal: false,
      env: { ...service.env, [variable]: KEY, SSRF_ALLOW_CIDRS: '127.0.0.0/8' },
    });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(async () => {
    await crier?.stop();
    await service?.stop();
  });

  const create = (content: string): Promise<string> =>
    createOne(
      crier,
      buildPost([], {
        type: 'now',
        shortLink: true,
        posts: [buildTarget(channel, { value: [{ content }] })],
      }),
    );
  const publish = async (postId: string, key = KEY): Promise<unknown> => {
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('no sandbox');
    const { signal } = new AbortController();
    const config = { ...crier.context.config, [variable]: key };
    const deps = { ...crier.context, config, providerEnv: crier.context.config.providerEnv };
    const part = { postId, position: 0 };
    return publishPart({ deps, provider, part, signal, untilShutdown: signal });
  };
  const newest = async (): Promise<string> =>
    ((await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as { text: string }[]).at(-1)?.text ??
    '';
  const choose = (choice: 'wait' | 'long'): Promise<unknown> =>
    sql(crier, 'update organization set without_shortener = $1', [choice]);

  it('are made once for each post and link, and lead where the text says', async () => {
    const id = await create(`One ${LINK} two ${LINK}`);
    expect(await publish(id)).toMatchObject({ status: 'published' });
    const [made] = service.links;
    expect([service.links.length, made?.target]).toEqual([1, LINK]);
    expect(await newest()).toBe(`One ${made?.address} two ${made?.address}`);
    // Its own links are short already.
    await publish(await create(`Again ${made?.address}`));
    expect(await newest()).toBe(`Again ${made?.address}`);
    expect((await crier.call('GET', `/posts/${id}`)).body).toMatchObject({
      shortLinks: [{ url: LINK, shortURL: made?.address }],
    });
  });

  it('are found again where the answer of the service was lost', async () => {
    const before = service.links.length;
    service.fail('loses-the-answer');
    const id = await create(`Lost ${LINK}`);
    await expect(publish(id)).rejects.toMatchObject({ type: 'Unsent' });
    service.fail('none');
    expect(await publish(id)).toMatchObject({ status: 'published' });
    // LinkDrip knows no key of ours.
    expect(service.links.length - before).toBe(variable === 'LINK_DRIP_API_KEY' ? 2 : 1);
    expect(await newest()).toBe(`Lost ${service.links.at(-1)?.address}`);
  });

  it('are waited for while the service is away, or the long link goes out, as the organisation chose', async () => {
    service.fail('away');
    const waiting = await create(`Waits ${LINK}`);
    await expect(publish(waiting)).rejects.toMatchObject({ type: 'Unsent' });
    const { body } = await crier.call<{ timeline: { text: string }[] }>('GET', `/posts/${waiting}`);
    expect(body.timeline.map(({ text }) => text).join()).toMatch(/answers 503/);
    // It says nothing about the network.
    expect(await sql(crier, 'select 1 from network_circuit')).toEqual([]);
    await choose('long');
    const long = await create(`Long ${LINK}`);
    expect(await publish(long)).toMatchObject({ status: 'published' });
    expect(await newest()).toBe(`Long ${LINK}`);
    service.fail('none');
    await choose('wait');
    expect(await publish(waiting)).toMatchObject({ status: 'published' });
    expect(await newest()).toBe(`Waits ${service.links.at(-1)?.address}`);
    expect((await crier.call('GET', `/posts/${long}`)).body).toMatchObject({ shortLinks: [] });
  });

  it('are waited for with a key that the service does not take, which is never shown', async () => {
    const id = await create(`Key ${LINK}`);
    await expect(publish(id, 'a-wrong-key')).rejects.toMatchObject({ type: 'Unsent' });
    const { text } = await crier.call('GET', `/posts/${id}`);
    expect(text).toContain('401');
    expect(text).not.toContain('a-wrong-key');
  });

  it('stay long where the service refuses a link for good', async () => {
    service.fail('refuses');
    const id = await create(`Refused ${LINK}`);
    expect(await publish(id)).toMatchObject({ status: 'published' });
    expect(await newest()).toBe(`Refused ${LINK}`);
    service.fail('none');
  });
});

describe('of several services', () => {
  it('the first whose key is set is used, as in v1; without one, Crier itself', () => {
    const all = Object.fromEntries(KEY_VARIABLES.map((name) => [name, KEY])) as never;
    expect(configuredShorteners(all).map(({ variable }) => variable)).toEqual(KEY_VARIABLES);
    expect(configuredShorteners({} as never)).toEqual([]);
  });
});
