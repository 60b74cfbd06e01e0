import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { publishPart } from '../../activities/publish-part.ts';
import { buildPost, buildTarget, createOne, refusal, sql, type ErrorBody } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson, type TestPerson } from '../test/person.ts';

const LINK = 'https://shop.example.org/spring';

describe('an organisation decides about the links of its posts', () => {
  let crier: TestInstance;
  let channel: string;
  let other: string;
  let ada: TestPerson;
  let max: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'Ada & Co' })).id;
    other = (await crier.connect('sandbox', { name: 'Plain' })).id;
    ada = await addPerson(crier, { role: 'owner' });
    max = await addPerson(crier, { role: 'member' });
  });
  afterAll(() => crier?.stop());

  const decide = (body: object): Promise<unknown> => ada.call('PATCH', '/organization', { body });
  const build = (changes: object, id = channel, content = `See ${LINK}`): Record<string, unknown> =>
    buildPost([], { type: 'now', posts: [buildTarget(id, { value: [{ content }] })], ...changes });
  const publish = async (postId: string): Promise<string> => {
    const provider = crier.context.providers.get('sandbox');
    if (!provider) throw new Error('no sandbox');
    const { signal } = new AbortController();
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
    const part = { postId, position: 0 };
    expect(await publishPart({ deps, provider, part, signal, untilShutdown: signal })).toMatchObject({
      status: 'published',
    });
    const posts = (await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as { text: string }[];
    return posts.at(-1)?.text ?? '';
  };
  const isShort = async (changes: object, id = channel): Promise<boolean> =>
    !(await publish(await createOne(crier, build(changes, id)))).includes(LINK);

  it.each([
    ['never', [false, false, false]],
    ['ask', [true, false, false]],
    ['always', [true, true, true]],
  ])('with %s, with yes, no or nothing in the request: %j', async (shortLinks, expected) => {
    await decide({ shortLinks });
    const found = [];
    for (const shortLink of [true, false, undefined]) found.push(await isShort({ shortLink }));
    expect(found).toEqual(expected);
    await decide({ shortLinks: 'ask' });
  });

  it('and costs a create no statement, whether there are links in it and they become short or not', async () => {
    const pool = await crier.context.database.orm.em.getConnection().getNativeClient();
    const asked: string[] = [];
    const heard = new WeakSet();
    const listen = (client: Client): void => {
      if (heard.has(client)) return;
      heard.add(client);
      const query = client.query.bind(client) as (...args: unknown[]) => never;
      client.query = (first: { text?: string } | string, ...rest: unknown[]): never => {
        asked.push((typeof first === 'string' ? first : first.text) ?? '');
        return query(first, ...rest);
      };
    };
    pool.on('acquire', listen);
    const statementsOf = async (body: object): Promise<string[]> => {
      asked.length = 0;
      await createOne(crier, body);
      return [...asked];
    };
    const plain = build({ type: 'schedule' }, channel, 'No link');
    await statementsOf(plain);
    const expected = await statementsOf(plain);
    expect(expected.filter((text) => text.includes('insert into'))).not.toEqual([]);
    for (const shortLink of [undefined, false, true]) {
      expect(await statementsOf(build({ type: 'schedule', shortLink }))).toHaveLength(expected.length);
      expect(asked.filter((text) => /(?:from|join|into|update) "?short_link/.test(text))).toEqual([]);
    }
    pool.off('acquire', listen);
  });

  it('and for single channels', async () => {
    await ada.call('PATCH', `/channels/${other}`, { body: { shortLinks: false } });
    await decide({ shortLinks: 'always' });
    expect([await isShort({ shortLink: true }, other), await isShort({}, channel)]).toEqual([false, true]);
    await decide({ shortLinks: 'ask' });
    const { body } = await ada.call<{ id: string; shortLinks: boolean }[]>('GET', '/channels');
    expect(Object.fromEntries(body.map((one) => [one.id, one.shortLinks]))).toEqual({
      [channel]: true,
      [other]: false,
    });
  });

  it('for what is scheduled already, too, when it wants no short links at all any more', async () => {
    const id = await createOne(crier, build({ shortLink: true }));
    await decide({ shortLinks: 'never' });
    expect(await publish(id)).toBe(`See ${LINK}`);
    await decide({ shortLinks: 'ask' });
  });

  it('as an admin: a member reads it, and what is none of the choices is refused', async () => {
    expect((await max.call('PATCH', '/organization', { body: { shortLinks: 'always' } })).status).toBe(403);
    expect((await max.call('GET', '/organization')).body).toMatchObject({
      shortLinks: 'ask',
      withoutShortener: 'wait',
      linkParameters: {},
    });
    for (const body of [
      { shortLinks: 'sometimes' },
      { withoutShortener: 'drop' },
      { linkParameters: { x: 1 } },
      { linkParameters: { 'X!': 'a=b' } },
      { linkParameters: { '*': 'utm_source={network}&utm_term={nonsense}' } },
    ]) {
      expect((await ada.call('PATCH', '/organization', { body })).status).toBe(400);
    }
    expect((await max.call('PATCH', `/channels/${other}`, { body: { shortLinks: true } })).status).toBe(403);
  });

  it('and what is added to them, by network, channel and tag', async () => {
    await decide({
      linkParameters: { sandbox: 'utm_source={network}&utm_medium={channel}&utm_campaign={campaign}' },
    });
    const id = await createOne(
      crier,
      build({ shortLink: true, tags: [{ value: 'Spring', label: 'Spring' }] }),
    );
    const text = await publish(id);
    const answer = await fetch(`${crier.url}${new URL(text.slice('See '.length)).pathname}`, {
      redirect: 'manual',
    });
    expect(answer.headers.get('location')).toBe(
      `${LINK}?utm_source=sandbox&utm_medium=Ada+%26+Co&utm_campaign=Spring`,
    );
    await decide({ linkParameters: {} });
  });

  it('a post is changed from one to the other until it is published', async () => {
    const id = await createOne(crier, build({ shortLink: true, type: 'schedule' }));
    await crier.call('PATCH', `/posts/${id}`, { body: { shortLink: false } });
    expect((await crier.call('GET', `/posts/${id}`)).body).toMatchObject({ shortLink: false });
    await crier.call('PATCH', `/posts/${id}`, { body: { content: `Changed ${LINK}` } });
    expect((await crier.call('GET', `/posts/${id}`)).body).toMatchObject({ shortLink: false });
    await crier.call('PATCH', `/posts/${id}`, { body: { shortLink: true } });
    expect((await crier.call('GET', `/posts/${id}`)).body).toMatchObject({ shortLink: true });
    const again = {
      ...build({ shortLink: false, type: 'schedule' }),
      posts: [buildTarget(channel, { value: [{ id, content: `Replaced ${LINK}` }] })],
    };
    await crier.call('POST', '/posts', { body: again });
    expect((await crier.call('GET', `/posts/${id}`)).body).toMatchObject({ shortLink: false });
  });

  it('a text is counted with the links that are published', async () => {
    const { context } = crier;
    const long = `${LINK}?${'q='.padEnd(3000, 'x')}`;
    const max =
      context.providers
        .get('sandbox')
        ?.rules.maxLength({ details: {} } as never, { settings: {}, position: 0 }) ?? 0;
    const room = max - `${context.publicUrl}/s/12345678 `.length;
    const fits = `${long} ${'y'.repeat(room)}`;
    expect(
      (await crier.call('POST', '/posts', { body: build({ shortLink: true }, channel, fits) })).status,
    ).toBe(201);
    for (const [changes, content] of [
      [{ shortLink: false }, fits],
      [{ shortLink: true }, `${fits}z`],
    ] as const) {
      const refused = await crier.call<ErrorBody>('POST', '/posts', {
        body: build(changes, channel, content),
      });
      expect(refusal(refused)).toMatchObject({ status: 400, code: 'invalid_content' });
    }
    const checked = await crier.call<{ posts: { parts: { length: number; text: string }[] }[] }>(
      'POST',
      '/posts/check',
      { body: build({ shortLink: true }, channel, fits) },
    );
    expect(checked.body.posts[0]?.parts[0]).toMatchObject({ length: max });
    const [{ n }] = (await sql(
      crier,
      "select count(*)::int as n from short_link where url like '%q=xxx%'",
    )) as [{ n: number }];
    expect(n).toBe(0);
  });
});
