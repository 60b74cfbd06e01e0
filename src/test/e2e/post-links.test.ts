import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, buildPost, createOne, refusal, withContent, type ErrorBody } from '../factories.ts';
import { startSandboxWorld, type SandboxWorld } from '../sandbox-world.ts';
import { inSeconds } from './client.ts';
import { unique } from './scenarios.ts';

describe('a post that links to another by (post:ID)', () => {
  let world: SandboxWorld;
  let channel: string;
  beforeAll(async () => {
    world = await startSandboxWorld();
    channel = (await world.connect('Linking #lookup')).id;
    await world.crier.startWorker();
  }, 120_000);
  afterAll(() => world?.crier.stop());

  const seen = async (text: string): Promise<string[]> =>
    (await world.texts()).filter((t) => t.startsWith(text)).toSorted();

  it("is published with the other's URL, in any part, and waits until there is one", async () => {
    const { client } = world;
    const [first, text] = [unique('The menu'), unique('Look')];
    const [linked = ''] = await client.create({
      channels: [channel],
      parts: [{ content: first }],
      date: inSeconds(4),
    });
    const [id = ''] = await client.create({
      channels: [channel],
      parts: [
        { content: `${text} (post:${linked.toUpperCase()})` },
        { content: `${text} again (post:${linked})` },
      ],
    });
    const { releaseURL } = await client.reaches(linked, 'published');
    const page = await client.reaches(id, 'published');
    expect(page.timeline.find((line) => line.event === 'will_retry')?.text).toContain(
      `The post ${linked}, which this one links to, has no URL yet`,
    );
    expect(await seen(text)).toEqual([`${text} ${releaseURL}`, `${text} again ${releaseURL}`].toSorted());
  });

  it('is published with short links that redirect, when it asks for them', async () => {
    const { crier, client } = world;
    const text = unique('Short');
    const link = 'https://shop.example.org/spring?size=10';
    const body = { ...withContent(channel, `${text} ${link}`), type: 'now', shortLink: true };
    const id = await createOne(crier, body);
    await client.reaches(id, 'published');
    const [sent = ''] = await seen(text);
    const [, short = ''] = sent.split(`${text} `);
    expect(short).toMatch(/\/s\/\w{8}$/);
    const answer = await fetch(`${crier.url}${new URL(short).pathname}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, link]);
  });

  it('fails, with the reason, when the other will not get a URL', async () => {
    const { crier, client } = world;
    const text = unique('Look at nothing');
    const draft = await createOne(crier, { ...buildPost(channel), type: 'draft' });
    const [id = ''] = await client.create({
      channels: [channel],
      parts: [{ content: `${text} (post:${draft})` }],
    });
    expect((await client.reaches(id, 'failed')).error).toMatchObject({
      message: `The post ${draft}, which this one links to, has no URL: it is draft`,
    });
    expect(await seen(text)).toEqual([]);
  });

  it("is refused when that post does not exist or is another organisation's; other text in brackets is left alone", async () => {
    const { crier } = world;
    const other = await crier.anotherOrganization();
    const theirs = await createOne(
      crier,
      buildPost((await crier.connect('sandbox', { name: 'Theirs' }, other.id)).id),
      other.apiKey,
    );
    for (const id of [UNKNOWN_ID, theirs]) {
      expect(
        refusal(
          await crier.call<ErrorBody>('POST', '/posts', { body: withContent(channel, `Look (post:${id})`) }),
        ),
      ).toEqual({ status: 400, code: 'invalid_content', paths: ['posts.0.value.0.content'] });
    }
    const id = await createOne(crier, withContent(channel, 'Look (post:tomorrow)'));
    expect(
      refusal(
        await crier.call<ErrorBody>('PATCH', `/posts/${id}`, {
          body: { content: `Look (post:${UNKNOWN_ID})` },
        }),
      ),
    ).toEqual({ status: 400, code: 'invalid_content', paths: ['post.value.0.content'] });
    expect((await crier.call<{ content: string }>('GET', `/posts/${id}`)).body.content).toBe(
      'Look (post:tomorrow)',
    );
  });
});
