import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../factories.ts';
import { eventually } from '../instance.ts';
import { KEY, startShortener, type ShortenerFault } from '../shorteners.ts';
import type { Submission } from './client.ts';
import { mustEndAs } from './expect.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

/**
 * How long the service is broken in each way, and until when a post that was due meanwhile is tried again.
 */
const BROKEN_MS = 5000;
const AGAIN_MS = 60_000;

const HARM: readonly ShortenerFault[] = ['away', 'silent', 'limits', 'loses-the-answer'];
/** Nothing answers there, and nobody has to: Crier makes these links itself. */
const OWN_DOMAIN = 'go.crier.invalid';

export const shortenerBreaks: Fault = {
  id: 'F51',
  title:
    'The service that makes links short is away, silent, limits calls and loses answers while posts are due and a worker dies; then the own short domain is away',
  promise:
    'short links: no post is lost, each is published once its link can be made, with one link for each post and URL, and an own domain that is away keeps no post waiting',
  async run(world) {
    const service = await startShortener('DUB_TOKEN');
    world.atEnd(() => service.stop());
    const env = { ...service.env, DUB_TOKEN: KEY };
    await world.processes.start('api', { env });
    await world.processes.start('worker', { env });
    const posts: Submission[] = [];
    for (const fault of HARM) {
      for (let left = world.size(2, 8); left > 0; left--) posts.push(await linked(world));
      service.fail(fault);
      await sleep(BROKEN_MS);
      if (fault === 'loses-the-answer') world.processes.kill('worker');
      service.fail('none');
    }
    world.bound({ words: `the end of it + ${AGAIN_MS / 1000} s`, by: (s) => s.dueMs + BROKEN_MS + AGAIN_MS });
    await publishedAs(
      world,
      posts,
      (target) => service.links.find((link) => link.target === target)?.shortUrl,
    );
    world.must(
      service.links.length === posts.length,
      `${service.links.length} links were made for ${posts.length}`,
    );
    await world.processes.end('worker');
    await world.processes.end('api');
    const own = { SHORT_LINK_DOMAIN: OWN_DOMAIN };
    await world.processes.start('api', { env: own });
    await world.processes.start('worker', { env: own });
    const others: Submission[] = [];
    for (let left = world.size(2, 8); left > 0; left--) others.push(await linked(world));
    const codes = async (target: string): Promise<string | undefined> => {
      const [row] = await sql<{ shortUrl: string }>(
        world.instance,
        'select short_url as "shortUrl" from short_link where url = $1',
        [target],
      );
      return row?.shortUrl.startsWith(`https://${OWN_DOMAIN}/s/`) ? row.shortUrl : undefined;
    };
    await publishedAs(world, others, codes);
    await world.settle();
    await mustEndAs(world, [...posts, ...others], 'published');
    world.note(`${service.calls()} calls for ${posts.length} links at the service`);
  },
};

const targetOf = (token: string): string => `https://shop.example.org/${token}`;
const linked = (world: World): Promise<Submission> => world.client.create({ dueInMs: 2500, link: targetOf });

/** Waits until they are published; from then on, the text of each must have the URL that exists for it. */
async function publishedAs(
  { instance }: World,
  posts: readonly Submission[],
  shortUrlOf: (target: string) => string | undefined | Promise<string | undefined>,
): Promise<void> {
  const ids = posts.map(({ postId }) => postId);
  await eventually(
    'the posts with links are published',
    async () => {
      const rows = await sql(instance, "select 1 from post where id = any($1) and state = 'published'", [
        ids,
      ]);
      return rows.length === ids.length;
    },
    240_000,
  );
  for (const post of posts) {
    const target = targetOf(post.token);
    const shortUrl = (await shortUrlOf(target)) ?? `no URL for ${target}`;
    post.versions = post.versions.map((parts) => parts.map((text) => text.replace(target, shortUrl)));
  }
}
