import { png, upload } from '../factories.ts';
import { eventually } from '../instance.ts';
import type { Fault } from './fault.ts';
import type { Submission } from './client.ts';
import { mustEndAs, mustSay } from './expect.ts';
import { joinThreads } from './vendor-networks.ts';
import type { World } from './world.ts';

/** Threads fetches files from public URLs only; the stand-in finds the instance behind this one. */
const PUBLIC = 'https://crier.example';
const STATES = { name: 'faults-published', text: "select id from post where state = 'published'" };

export const endlessProcessing: Fault = {
  id: 'F41',
  title: 'Threads does not come to an end with the files of posts; the worker is killed meanwhile',
  promise:
    'files that Threads does not finish: other posts of the account are published, nothing is prepared twice, and the post can be cancelled; when Threads is done, the others are published',
  async run(world) {
    const { client, processes } = world;
    const { server, on, settings, ...threads } = await joinThreads(world, {
      limits: { processingReads: Infinity },
      reach: (url, init) => fetch(url.replace(PUBLIC, world.instance.url), init),
    });
    const env = { ...threads.env, FRONTEND_URL: PUBLIC };
    await processes.start('api', { env });
    await processes.start('worker', { env });
    const count = world.size(4, 12);
    const create = async (withPicture: boolean): Promise<Submission> =>
      client.create({ dueInMs: 500, on, settings, media: withPicture ? [await picture(world)] : [] });
    const stuck = await Promise.all(Array.from({ length: count }, () => create(true)));
    await eventually('Threads has every file', async () => server.containers() === count, 60_000);
    processes.kill('worker');
    await processes.backAgain('worker');
    const texts = await Promise.all(Array.from({ length: count }, () => create(false)));
    await allPublished(world, texts);
    const [cancelled, waiting] = [stuck.slice(0, count / 2), stuck.slice(count / 2)];
    for (const submission of cancelled) {
      const status = await client.cancel(submission);
      world.must(status === 200, `a post whose file is being processed was cancelled with ${status}`);
    }
    world.must(server.entries().length === count, 'a post was published before Threads had its file');
    server.finishProcessing();
    await world.settle();
    await mustEndAs(world, texts, 'published');
    await mustEndAs(world, waiting, 'published');
    await mustSay(world, waiting, 'request_sent');
    await mustEndAs(world, cancelled, 'cancelled');
    await mustSay(world, cancelled, 'request_sent', 0);
    world.must(server.containers() === count, `${server.containers()} containers for ${count} files`);
  },
};

function allPublished({ instance }: World, submissions: readonly Submission[]): Promise<unknown> {
  return eventually(
    'posts without files are published beside those that wait',
    async () => {
      const rows = await instance.context.database.query<{ id: string }>(STATES);
      return submissions.every(({ postId }) => rows.some(({ id }) => id === postId));
    },
    120_000,
  );
}

async function picture({ instance }: World): Promise<{ id: string; path: string }> {
  const { status, text, body } = await upload<{ id: string; path: string }>(instance, png(320, 320));
  if (status !== 201) throw new Error(`an upload was answered ${status}: ${text}`);
  return body;
}
