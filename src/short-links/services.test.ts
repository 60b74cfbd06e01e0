import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishPart } from '../../activities/publish-part.ts';
import { loadConfig } from '../platform/config/config.ts';
import { buildPost, buildTarget, createOne, sql } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { KEY, KEY_VARIABLES, startShortener, type Shorteners } from '../test/shorteners.ts';
import { collectClicks } from './collect-clicks.ts';
import { CLICKS_LABEL } from './count-click.ts';
import { sampleUrl } from './origin.ts';
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
  const tells = variable !== 'LINK_DRIP_API_KEY';
  const configured = () => ({ ...crier.context.config, [variable]: KEY });
  const collect = (): Promise<unknown> => {
    const deps = { ...crier.context, config: configured(), providerEnv: crier.context.config.providerEnv };
    return collectClicks(deps, { integrationId: channel, pauseMs: 0, ends: new AbortController().signal });
  };
  const newest = async (): Promise<string> =>
    ((await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as { text: string }[]).at(-1)?.text ??
    '';
  const choose = (choice: 'wait' | 'long'): Promise<unknown> =>
    sql(crier, 'update organization set without_shortener = $1', [choice]);

  it('are made once for each post and link, and lead to the target in the text', async () => {
    const id = await create(`One ${LINK} two ${LINK}`);
    expect(await publish(id)).toMatchObject({ status: 'published' });
    const [made] = service.links;
    expect([service.links.length, made?.target]).toEqual([1, LINK]);
    expect(await newest()).toBe(`One ${made?.shortUrl} two ${made?.shortUrl}`);
    // Its own links are short already.
    await publish(await create(`Again ${made?.shortUrl}`));
    expect(await newest()).toBe(`Again ${made?.shortUrl}`);
    expect((await crier.call('GET', `/posts/${id}`)).body).toMatchObject({
      shortLinks: [{ url: LINK, shortURL: made?.shortUrl }],
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
    expect(await newest()).toBe(`Lost ${service.links.at(-1)?.shortUrl}`);
  });

  it('are waited for while the service is away, or the long link is published, as the organisation chose', async () => {
    service.fail('away');
    const waiting = await create(`Waits ${LINK}`);
    await expect(publish(waiting)).rejects.toMatchObject({ type: 'Unsent' });
    const { body } = await crier.call<{ timeline: { text: string }[] }>('GET', `/posts/${waiting}`);
    expect(body.timeline.map(({ text }) => text).join()).toMatch(/answers 503/);
    // It proves nothing about the network.
    expect(await sql(crier, 'select 1 from network_circuit')).toEqual([]);
    await choose('long');
    const long = await create(`Long ${LINK}`);
    expect(await publish(long)).toMatchObject({ status: 'published' });
    expect(await newest()).toBe(`Long ${LINK}`);
    service.fail('none');
    await choose('wait');
    expect(await publish(waiting)).toMatchObject({ status: 'published' });
    expect(await newest()).toBe(`Waits ${service.links.at(-1)?.shortUrl}`);
    const said = await crier.call<{ timeline: { event: string; text: string }[] }>('GET', `/posts/${long}`);
    expect(said.body).toMatchObject({ shortLinks: [] });
    expect(said.body.timeline.filter(({ event }) => event === 'link_stayed_long')).toEqual([
      expect.objectContaining({ text: expect.stringMatching(/stayed long: .*spring.* – \S+ answers 503/) }),
    ]);
  });

  it.each([200, 404])(
    'are waited for while a page answers in place of the service, with %i',
    async (status) => {
      service.says(({ method }) => ({
        status: method === 'GET' ? 200 : status,
        text: '<html>Back soon</html>',
      }));
      const id = await create(`Maintained ${status} ${LINK}`);
      await expect(publish(id)).rejects.toMatchObject({ type: 'Unsent' });
      service.says(null);
      expect(await publish(id)).toMatchObject({ status: 'published' });
      expect(await newest()).toBe(`Maintained ${status} ${service.links.at(-1)?.shortUrl}`);
    },
  );

  it('are waited for, although the long link may be published, where that would be longer than the network takes', async () => {
    const long = `${LINK}&more=${'x'.repeat(700)}`;
    service.fail('away');
    await choose('long');
    const id = await create(`${'w'.repeat(4900)} ${LINK} ${long}`);
    await expect(publish(id)).rejects.toMatchObject({ type: 'Unsent' });
    service.fail('none');
    expect(await publish(id)).toMatchObject({ status: 'published' });
    await choose('wait');
    expect((await newest()).endsWith(` ${LINK} ${service.links.at(-1)?.shortUrl}`)).toBe(true);
  });

  it('show how often the service reports that they were clicked, each click once', async () => {
    service.fail('none');
    const id = await create(`Counted ${LINK}`);
    await publish(id);
    const made = service.links.at(-1);
    if (!made) throw new Error('no link');
    const bots = variable === 'SHORT_IO_SECRET_KEY' ? 3 : 0;
    const shown = async (): Promise<unknown> =>
      (await crier.call<{ shortLinks: unknown[] }>('GET', `/posts/${id}`)).body.shortLinks[0];
    expect(await shown()).toMatchObject({ clicks: null, referrers: [] });
    for (const [people, expected] of [
      [0, 0],
      [7, 7],
      [7, 7],
      [9, 9],
      // It has forgotten some.
      [4, 9],
    ] as const) {
      Object.assign(made, { clicks: people, botClicks: 3 });
      expect(await collect()).toBeNull();
      expect(await shown()).toMatchObject({
        tellsClicks: tells,
        clicks: tells ? expected : null,
        botClicks: tells ? bots : 0,
        referrers: [],
      });
    }
    const { body } = await crier.call<{ label: string; data: { total: number }[] }[]>(
      'GET',
      `/analytics/post/${id}`,
    );
    expect(body.find(({ label }) => label === CLICKS_LABEL)?.data.map(({ total }) => Number(total))).toEqual(
      tells ? [9] : undefined,
    );
    service.fail('away');
    expect(await collect()).toEqual(tells ? expect.stringContaining('503') : null);
    service.fail('none');
  });

  it("stay long where the service's answer is no link of its own to that URL", async () => {
    const domain = sampleUrl({ ...crier.context, config: configured() }, '').slice('https://'.length, -1);
    const own = new RegExp(`"https://${domain}/[^"]*"`, 'g');
    for (const shortUrl of [
      'javascript:alert(1)',
      'https://elsewhere.example/x',
      `https://${domain}@elsewhere.example/x`,
      `https://somebody@${domain}/x`,
      `https://${domain}.elsewhere.example/x`,
      `https://${domain}/${'x'.repeat(1_000_000)}`,
      `see https://${domain}/x`,
      `ftp://${domain}/x`,
      7,
      null,
      ['https://'],
    ]) {
      service.says(({ status, text }) => ({ status, text: text.replaceAll(own, JSON.stringify(shortUrl)) }));
      expect(await publish(await create(`Strange ${LINK}`))).toMatchObject({ status: 'published' });
      expect([String(shortUrl).slice(0, 60), await newest()]).toEqual([
        String(shortUrl).slice(0, 60),
        `Strange ${LINK}`,
      ]);
    }
    service.says(({ status, text }) => ({
      status,
      text: text.replaceAll(LINK, 'https://elsewhere.example/'),
    }));
    await publish(await create(`Strange ${LINK}`));
    expect(await newest()).toBe(`Strange ${LINK}`);
    service.says(null);
  });

  it('make a post wait, or stay long, with any settings; and the key is not quoted', async () => {
    const inUse = 'Custom URL is already in use.';
    for (const text of [
      '\0',
      '"\\u0000\\ud83d"',
      '😀'.repeat(150),
      'null',
      '[',
      JSON.stringify({ error: inUse, data: [null, { address: 7 }] }),
      JSON.stringify({ error: inUse, data: 'none' }),
      JSON.stringify({ error: `The key ${KEY} (Bearer ${KEY}) is not known` }),
    ]) {
      for (const status of [200, 400, 401, 500]) {
        service.says(({ method }) => ({ status: method === 'GET' ? 200 : status, text }));
        const id = await create(`Words ${LINK}`);
        const end = await publish(id).then(
          (state) => (state as { status: string }).status,
          (error: { type: string }) => error.type,
        );
        const page = await crier.call('GET', `/posts/${id}`);
        expect([text, status, end, page.status]).toEqual([
          text,
          status,
          expect.stringMatching(/^(published|Unsent)$/),
          200,
        ]);
        expect(page.text).not.toContain(KEY);
      }
    }
    service.says(null);
  });

  it('count no clicks that are no number of clicks, and as many as there may be', async () => {
    const id = await create(`Odd ${LINK}`);
    await publish(id);
    const made = service.links.at(-1);
    const shown = async () => {
      const { status, body } = await crier.call<{ shortLinks: { clicks: unknown }[] }>('GET', `/posts/${id}`);
      return [status, body.shortLinks[0]?.clicks];
    };
    for (const clicks of [-1, 'many', 1.5, null, {}, [7], true, 1e300]) {
      Object.assign(made ?? {}, { clicks, botClicks: 0 });
      expect([clicks, await collect(), await shown()]).toEqual([clicks, null, [200, null]]);
    }
    Object.assign(made ?? {}, { clicks: Number.MAX_SAFE_INTEGER });
    await collect();
    expect(await shown()).toEqual([200, tells ? Number.MAX_SAFE_INTEGER : null]);
    expect((await crier.call('GET', `/analytics/post/${id}`)).status).toBe(200);
    await sql(crier, 'delete from short_link where post_id = $1', [id]);
  });

  it('are waited for with a key that the service does not take, which is never shown', async () => {
    const id = await create(`Key ${LINK}`);
    await expect(publish(id, 'a-wrong-key')).rejects.toMatchObject({ type: 'Unsent' });
    const { text } = await crier.call('GET', `/posts/${id}`);
    // Kutt answers 400 where links without an account are allowed.
    expect(text).toMatch(/\b401\b|does not take the key/);
    expect(text).not.toContain('a-wrong-key');
  });

  it('stay long where the service refuses a link permanently', async () => {
    service.fail('refuses');
    const id = await create(`Refused ${LINK}`);
    expect(await publish(id)).toMatchObject({ status: 'published' });
    expect(await newest()).toBe(`Refused ${LINK}`);
    service.fail('none');
  });
});

describe('of several services', () => {
  // gitroomhq/postiz-app 74b01ada1, short-linking/providers: Short.io has no variable for its domain there.
  it.each([
    ['DUB_TOKEN', 'https://api.dub.co', 'dub.sh', 'DUB_API_ENDPOINT', 'DUB_SHORT_LINK_DOMAIN'],
    ['SHORT_IO_SECRET_KEY', 'https://api.short.io', 'short.io', 'SHORT_IO_API_ENDPOINT', 'SHORT_IO_DOMAIN'],
    ['KUTT_API_KEY', 'https://kutt.it/api/v2', 'kutt.it', 'KUTT_API_ENDPOINT', 'KUTT_SHORT_LINK_DOMAIN'],
    [
      'LINK_DRIP_API_KEY',
      'https://api.linkdrip.com/v1',
      'dripl.ink',
      'LINK_DRIP_API_ENDPOINT',
      'LINK_DRIP_SHORT_LINK_DOMAIN',
    ],
  ])(
    'the one of %s is at %s and has the domain %s, as in earlier releases, also where variables are empty',
    (...row) => {
      const [key, endpoint, domain, ...names] = row;
      for (const empty of [{}, Object.fromEntries(names.map((name) => [name, '']))]) {
        const [used] = configuredShorteners(loadConfig({ [key]: KEY, ...empty }));
        expect([used?.variable, used?.endpoint, used?.shortener.domain]).toEqual([key, endpoint, domain]);
      }
      // Earlier releases add "/create" to "…/v1/".
      const [slash] = configuredShorteners(
        loadConfig({ [key]: KEY, [names[0] ?? '']: `${endpoint}/`, [names[1] ?? '']: 'own.example' }),
      );
      expect([slash?.endpoint.replace(/\/$/, ''), slash?.shortener.domain]).toEqual([
        endpoint,
        'own.example',
      ]);
    },
  );

  it('the first whose key is set is used, as in earlier releases; without one, Crier itself', () => {
    const all = Object.fromEntries(KEY_VARIABLES.map((name) => [name, KEY])) as never;
    expect(configuredShorteners(all).map(({ variable }) => variable)).toEqual(KEY_VARIABLES);
    expect(configuredShorteners({} as never)).toEqual([]);
  });
});
