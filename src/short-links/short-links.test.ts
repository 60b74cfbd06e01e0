import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { claimPart } from '../../activities/ledger/claim-part.ts';
import { publishPart } from '../../activities/publish-part.ts';
import { verifyPart } from '../../activities/verify-part.ts';
import type { PartCall } from '../../activities/deps.ts';
import { buildPost, buildTarget, createOne, sql } from '../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../test/instance.ts';
import { isCode, newCode } from './code.ts';

const LINK = 'https://shop.example.org/spring?size=10&colour=green';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('a post with shortLink', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { TRUSTED_PROXIES: '127.0.0.1' } });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const callOf = (postId: string, position = 0): PartCall => {
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('no sandbox');
    const { signal } = new AbortController();
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
    return { deps, provider, part: { postId, position }, signal, untilShutdown: signal };
  };
  const create = (changes: object, ...contents: string[]): Promise<string> =>
    createOne(
      crier,
      buildPost([], {
        type: 'now',
        posts: [buildTarget(channel, { value: contents.map((content) => ({ content })) })],
        ...changes,
      }),
    );
  const texts = async (): Promise<string[]> =>
    ((await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as { text: string }[]).map(
      ({ text }) => text,
    );
  /** Publishes a post, and returns the text that arrived. */
  const publish = async (changes: object, ...contents: string[]): Promise<{ id: string; text: string }> => {
    const id = await create(changes, ...contents);
    expect(await publishPart(callOf(id))).toMatchObject({ status: 'published' });
    return { id, text: (await texts()).at(-1) ?? '' };
  };
  const codeIn = (text: string): string => /\/s\/(\w+)/.exec(text)?.[1] ?? '';
  const follow = (code: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${crier.url}/s/${code}`, {
      method,
      redirect: 'manual',
      headers: { 'user-agent': BROWSER, accept: 'text/html', ...headers },
    });
  const clicks = async (code: string): Promise<{ referrer: string; bot: boolean; clicks: number }[]> =>
    sql(
      crier,
      `select referrer, is_bot as bot, clicks::int from short_link_click c join short_link l on l.id = c.short_link_id
        where l.code = $1 and day = (now() at time zone 'UTC')::date order by referrer, is_bot`,
      [code],
    );
  const counted = (code: string, sum: number): Promise<unknown> =>
    eventually(`${sum} clicks`, async () => {
      const rows = await clicks(code);
      return rows.reduce((all, row) => all + row.clicks, 0) === sum && rows;
    });

  it('is published with a short link, which redirects without a cookie and knows no person', async () => {
    const { text } = await publish({ shortLink: true }, `Spring: ${LINK}.`);
    const code = codeIn(text);
    expect(text).toBe(`Spring: ${crier.context.publicUrl}/s/${code}.`);
    expect(isCode(code)).toBe(true);
    const answer = await follow(code, {
      'x-forwarded-for': '203.0.113.7',
      referer: 'https://www.News.example/a?b=c',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, LINK]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    await counted(code, 1);
    expect(await clicks(code)).toEqual([{ referrer: 'news.example', bot: false, clicks: 1 }]);
    // Not even for a minute: 203.0.113.7 is hashed with what no row has.
    const [{ kept }] = (await sql(
      crier,
      `select string_agg(t::text, ' ') as kept from (
        select l::text as t from short_link l union all select c::text from short_link_click c
        union all select r::text from rate_limit r) rows`,
    )) as [{ kept: string }];
    expect(kept).not.toContain('203.0.113.7');
    expect(kept).not.toContain('b=c');
  });

  it('is left as it is with false, and without the field', async () => {
    expect((await publish({ shortLink: false }, `False: ${LINK}`)).text).toBe(`False: ${LINK}`);
    expect((await publish({ shortLink: undefined }, `Absent: ${LINK}`)).text).toBe(`Absent: ${LINK}`);
  });

  it('has one link for each URL, in all its parts, in text and in HTML; another post has its own', async () => {
    const id = await create(
      { shortLink: true },
      `One ${LINK} two ${LINK}`,
      `<p><a href="${LINK.replace('&', '&amp;')}">Three</a></p>`,
    );
    await publishPart(callOf(id));
    await publishPart(callOf(id, 1));
    const [first = '', second = ''] = (await texts()).slice(-2);
    const short = `${crier.context.publicUrl}/s/${codeIn(first)}`;
    expect([first, second]).toEqual([`One ${short} two ${short}`, `Three ${short}`]);
    const other = await publish({ shortLink: true }, `Other ${LINK} and ${short}`);
    expect(codeIn(other.text)).not.toBe(codeIn(first));
    // What is short already is not made short again.
    expect(other.text).toContain(` and ${short}`);
  });

  it('sends the same text at every try, also of several workers, and looks for what was sent', async () => {
    const id = await create({ shortLink: true }, `Again ${LINK}`);
    const call = callOf(id);
    const prepared = new Set<string>();
    const failing = (): PartCall => ({
      ...call,
      provider: {
        ...call.provider,
        prepare: (request) => {
          prepared.add(request.item.text);
          return Promise.reject(new Error('not now'));
        },
      },
    });
    await Promise.allSettled([1, 2, 3].map(() => publishPart(failing())));
    await publishPart(failing()).catch(() => undefined);
    await sql(
      crier,
      "update post set publish_at = now(), state = 'scheduled', turn_at = null where id = $1",
      [id],
    );
    const lost: PartCall = {
      ...call,
      provider: {
        ...call.provider,
        settleMs: 0,
        publish: async (...args) => {
          prepared.add(args[0].item.text);
          await call.provider.publish(...args);
          throw new Error('the answer was lost');
        },
        verify: (request, ...rest) => {
          prepared.add(request.item.text);
          return call.provider.verify(request, ...rest);
        },
      },
    };
    expect(await publishPart(lost)).toMatchObject({ status: 'unknown' });
    // Turning short links off meanwhile has not changed what was sent.
    await sql(crier, "update organization set short_links = 'never'");
    expect(await verifyPart(lost)).toMatchObject({ status: 'published' });
    await sql(crier, "update organization set short_links = 'ask'");
    expect([...prepared]).toEqual([(await texts()).at(-1)]);
    expect(await sql(crier, 'select 1 from short_link where post_id = $1', [id])).toHaveLength(1);
  });

  it('is not recorded as sent before its links are made; one without them is, where its network needs nothing more', async () => {
    const phaseOf = async (shortLink: boolean): Promise<unknown> => {
      const postId = await create({ shortLink }, `Claimed ${LINK} ${shortLink}`);
      const fence = { id: randomUUID(), attemptId: randomUUID(), direct: true };
      return (await claimPart(crier.context.database, { postId, position: 0 }, fence))?.phase;
    };
    expect([await phaseOf(true), await phaseOf(false)]).toEqual(['intent', 'sent']);
  });

  it.each(['https://shop.example.org/%zz?q=%u00e4', 'https://shop.example.org/a%2Fb?x=%26#%C3'])(
    'has a link that leads to %s to the letter',
    async (link) => {
      const { text } = await publish({ shortLink: true }, `Odd ${link} end`);
      expect((await follow(codeIn(text))).headers.get('location')).toBe(link);
    },
  );

  it('has links that survive it', async () => {
    const { id, text } = await publish({ shortLink: true }, `Gone ${LINK}`);
    expect((await crier.call('DELETE', `/posts/${id}`)).status).toBe(200);
    expect((await follow(codeIn(text))).status).toBe(302);
    await counted(codeIn(text), 1);
    await sql(crier, 'delete from post where id = $1', [id]);
    expect((await follow(codeIn(text))).status).toBe(302);
  });

  it('counts bots apart, and neither HEAD nor a page that a browser fetches ahead', async () => {
    const code = codeIn((await publish({ shortLink: true }, `Bots ${LINK}`)).text);
    expect((await follow(code, {}, 'HEAD')).headers.get('location')).toBe(LINK);
    await follow(code, { 'sec-purpose': 'prefetch;prerender' });
    await follow(code, { 'user-agent': 'facebookexternalhit/1.1' });
    await follow(code, { referer: 'android-app://org.example.reader/' });
    await follow(code, { referer: 'javascript:alert(1)' });
    await counted(code, 3);
    expect(await clicks(code)).toEqual([
      { referrer: '', bot: false, clicks: 1 },
      { referrer: '', bot: true, clicks: 1 },
      { referrer: 'org.example.reader', bot: false, clicks: 1 },
    ]);
  });

  it('counts up to 30 clicks of one place in a minute, and up to 200 hosts on a day; all of them lead on', async () => {
    const code = codeIn((await publish({ shortLink: true }, `Many ${LINK}`)).text);
    const from = (ip: string): Record<string, string> => ({ 'x-forwarded-for': ip });
    const statuses = await Promise.all(Array.from({ length: 40 }, () => follow(code, from('198.51.100.1'))));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([302]));
    await counted(code, 30);
    await sql(
      crier,
      `insert into short_link_click select l.id, (now() at time zone 'UTC')::date, 'host-' || n || '.example', false, 1
        from short_link l, generate_series(1, 200) n where l.code = $1`,
      [code],
    );
    await follow(code, { ...from('198.51.100.2'), referer: 'https://one-more.example/' });
    await follow(code, { ...from('198.51.100.3'), referer: 'https://host-7.example/' });
    await counted(code, 232);
    expect((await clicks(code)).filter(({ referrer, clicks: n }) => referrer === 'other' || n === 2)).toEqual(
      [
        { referrer: 'host-7.example', bot: false, clicks: 2 },
        { referrer: 'other', bot: false, clicks: 1 },
      ],
    );
  });

  it('shows its links and their clicks', async () => {
    const { id, text } = await publish({ shortLink: true }, `Told ${LINK}`);
    await follow(codeIn(text), { referer: 'https://news.example/' });
    await follow(codeIn(text), { 'user-agent': 'curl/8' });
    await counted(codeIn(text), 2);
    const { body } = await crier.call<Record<string, unknown>>('GET', `/posts/${id}`);
    expect(body).toMatchObject({
      shortLink: true,
      shortLinks: [
        {
          url: LINK,
          shortURL: text.slice('Told '.length),
          service: 'crier',
          serviceName: 'Crier',
          tellsClicks: true,
          clicks: 1,
          botClicks: 1,
          referrers: [{ host: 'news.example', clicks: 1 }],
        },
      ],
    });
  });

  it('has its clicks among the numbers of the post', async () => {
    const { id, text } = await publish({ shortLink: true }, `Numbers ${LINK}`);
    await follow(codeIn(text));
    await counted(codeIn(text), 1);
    const { body } = await crier.call<{ label: string; data: { total: string }[] }[]>(
      'GET',
      `/analytics/post/${id}`,
    );
    expect(body.find(({ label }) => label === 'Short link clicks')?.data).toMatchObject([{ total: '1' }]);
  });

  it('does not redirect with a code that does not exist: a page explains it in the language of the browser', async () => {
    for (const path of [newCode(), 'api', 'x'.repeat(3000), '%252e', 'a%00b', '']) {
      const answer = await follow(path, { 'x-forwarded-for': '198.51.100.9', 'accept-language': 'de' });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([404, []]);
      expect(await answer.text()).toContain('<html lang="de">');
    }
    expect(await (await follow(newCode())).text()).toContain('There is no such link');
  });

  it('lets nobody try codes: after 60 in a minute, a place learns nothing more, not even of a code that exists', async () => {
    const from = { 'x-forwarded-for': '198.51.100.20' };
    const pages = async (code: string, language = 'en'): Promise<unknown[]> => {
      const { status, headers, text } = await follow(code, { ...from, 'accept-language': language }).then(
        async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }),
      );
      const wait = Number(headers.get('retry-after'));
      expect([wait > 0 && wait <= 60, headers.get('refresh')]).toEqual([true, String(wait)]);
      const own = new Set(['date', 'x-request-id', 'retry-after', 'refresh']);
      return [status, text, [...headers].filter(([name]) => !own.has(name))];
    };
    const code = codeIn((await publish({ shortLink: true }, `Known ${LINK}`)).text);
    for (let n = 0; n < 59; n++) await follow(newCode(), from);
    // A reader who follows links that exist uses no try up, and finds them until the last is gone.
    const statuses = await Promise.all(Array.from({ length: 70 }, () => follow(code, from)));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([302]));
    expect((await follow(newCode(), from)).status).toBe(404);
    const unknown = await pages(newCode());
    expect(unknown).toEqual([429, expect.stringContaining('One moment, please'), expect.any(Array)]);
    for (const other of [code, newCode(), 'api']) expect(await pages(other)).toEqual(unknown);
    expect((await pages(code, 'de'))[1]).toContain('<html lang="de">');
    // Elsewhere the link redirects.
    const elsewhere = { 'x-forwarded-for': '198.51.100.21' };
    expect((await follow(code, elsewhere)).status).toBe(302);
    expect((await follow(newCode(), elsewhere)).status).toBe(404);
  });

  it('reveals, of many codes that are tried at once, no more than 60', async () => {
    const from = { 'x-forwarded-for': '198.51.100.22' };
    const answers = await Promise.all(Array.from({ length: 150 }, () => follow(newCode(), from)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90);
    expect(await sql(crier, "select 1 from rate_limit where key like 'short-link-guess%'")).toEqual([]);
  });

  it('never leads to anything but http and https', async () => {
    await expect(
      sql(
        crier,
        `insert into short_link (id, organization_id, url, url_hash, target, short_url, service, code)
          values (gen_random_uuid(), $1, 'x', 'x', 'javascript:alert(1)', 'https://a.example', 'crier', 'x')`,
        [crier.organizationId],
      ),
    ).rejects.toThrow('short_link_target_check');
  });

  it('does not become short in an organisation that never wants it', async () => {
    await sql(crier, "update organization set short_links = 'never'");
    expect((await publish({ shortLink: true }, `Never ${LINK}`)).text).toBe(`Never ${LINK}`);
    await sql(crier, "update organization set short_links = 'ask'");
  });
});

describe('SHORT_LINK_DOMAIN', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({
      temporal: false,
      env: { SHORT_LINK_DOMAIN: 'go.example', TRUSTED_PROXIES: '127.0.0.1' },
    });
  });
  afterAll(() => crier?.stop());
  const open = (path: string, host = 'go.example'): Promise<Response> =>
    fetch(`${crier.url}${path}`, {
      redirect: 'manual',
      headers: { 'x-forwarded-host': host, 'x-forwarded-proto': 'https', accept: 'text/html' },
    });

  it('is where short links are, and has nothing else of the instance', async () => {
    const { id } = await crier.connect('sandbox');
    const postId = await createOne(
      crier,
      buildPost([], {
        type: 'now',
        shortLink: true,
        posts: [buildTarget(id, { value: [{ content: `See ${LINK}` }] })],
      }),
    );
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('no sandbox');
    const { signal } = new AbortController();
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
    await publishPart({ deps, provider, part: { postId, position: 0 }, signal, untilShutdown: signal });
    const [{ short_url: short = '' } = {}] = await sql<{ short_url: string }>(
      crier,
      'select short_url from short_link',
    );
    expect(short).toMatch(/^https:\/\/go\.example\/s\/\w{8}$/);
    expect((await open(new URL(short).pathname)).status).toBe(302);
    for (const path of ['/', '/settings', '/api/me', '/public/v1/posts', '/docs']) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    }
    expect((await open('/docs', 'localhost')).status).toBe(200);
    // No visitor of a link makes doctor believe that people open Crier there.
    expect(
      await sql(
        crier,
        "select 1 from instance_state where key = 'browser_origin' and value ->> 'origin' like '%go.example%'",
      ),
    ).toEqual([]);
  });
});
