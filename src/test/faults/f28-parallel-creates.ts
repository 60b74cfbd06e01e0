import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';

const COUNT = {
  name: 'faults-rows-of',
  text: "select count(*)::int as posts from post p join post_item i on i.post_id = p.id where i.content like '%' || $1 || '%'",
};

export const parallelCreates: Fault = {
  id: 'F28',
  title:
    'The same create request several times at the same moment, with one Idempotency-Key and without, against two API processes',
  promise:
    'the same create request several times at once: one post; with a key one answer for all, without one the duplicates are answered with the first',
  async run(world) {
    const { client, processes, instance } = world;
    await processes.start('worker');
    await processes.start('api');
    const second = await instance.startApiProcess();
    for (let round = world.size(10, 100); round > 0; round--) {
      const submission = client.draft({ dueInMs: world.random.between(500, 4000) });
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => client.again(submission, n % 2 ? second.url : undefined)),
      );
      world.must(
        answers.every((status) => status === 201),
        `the same request was answered ${answers.join(', ')}`,
      );
      world.must(
        new Set(submission.ids).size === 1,
        `the same key gave the ids ${[...new Set(submission.ids)].join(', ')}`,
      );
    }
    for (let round = world.size(5, 30); round > 0; round--) {
      const submission = client.draft({ dueInMs: world.random.between(500, 4000) });
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => client.withoutKey(submission, n % 2 ? second.url : undefined)),
      );
      world.must(
        answers.filter((status) => status === 201).length === 1 &&
          answers.filter((status) => status === 409).length === 7,
        `the same request without a key was answered ${answers.join(', ')}`,
      );
    }
    await world.settle();
    await mustEndAs(world, client.submissions, 'published');
    for (const { token } of client.submissions) {
      const [row] = await instance.context.database.query<{ posts: number }>(COUNT, [`[${token}/0]`]);
      world.must(row?.posts === 1, `${token} is stored ${row?.posts} times`);
    }
  },
};
