import { setTimeout as sleep } from 'node:timers/promises';
import { breaking, pause, type Scene } from './scene.ts';

/** How an operator learns what to do next, in every case. */
const WHAT_TO_TYPE = /repeat this|repeat the cutover|type the cutover again|type "migrate-v1 rollback/i;
const LONGEST_MS = 60_000;
/** In the script of BullMQ that removes a job (`removeJob-2.lua`), which Redis is sent once. */
const REMOVAL = 'Remove a job from all the statuses';

/**
 * Only Redis: the marks in the rows of v1 can be set and taken away, its jobs cannot. Its own publishers
 * still reach it.
 */
export const redisAway = breaking({
  id: 'M15',
  title: 'The network between Crier and the Redis of v1 alone is cut, or hangs, in each phase of the cutover',
  promise:
    'the Redis of v1 goes away in any phase of the cutover: the step goes on, or stops and says what to type',
  isGiven: true,
  posts: 180,
  // It takes one organisation after the other, so that each try has one left.
  by: 'command line',
  async cuttingOver(scene) {
    const { world, inPhase } = scene;
    const proxy = proxyOf(scene);
    const tried: string[] = [];
    const attempt = async (what: string, begun: ReturnType<typeof inPhase>): Promise<string> => {
      const { ok, message, acted } = await begun;
      proxy.heal();
      world.must(acted, `${what}: the step was over before its Redis went away: ${message}`);
      world.must(
        ok || WHAT_TO_TYPE.test(message),
        `${what}: the message does not say what to type: ${message}`,
      );
      tried.push(`${what} (it ${ok ? 'went on' : 'stopped'})`);
      return message;
    };
    const words = await attempt(
      'before v1 is stopped',
      inPhase('copying', () => proxy.cut()),
    );
    // A job that comes due meanwhile would find its row marked, and do nothing.
    world.must(!/stopped \d+ waiting/.test(words), `v1 was stopped although its Redis was away: ${words}`);
    // A job is removed, nobody learns of it, and neither the rest nor putting it back is possible.
    let isLost = false;
    const lost = proxy.loseAnswerTo(REMOVAL, { thenAway: true }).then(() => (isLost = true));
    await attempt(
      'while jobs are removed',
      inPhase('stopping', async () => void (await Promise.race([lost, sleep(LONGEST_MS)]))),
    );
    world.must(isLost, 'no job was removed while its Redis went away');
    await attempt(
      'while v1 is waited for',
      inPhase(['waiting', 'looking'], () => proxy.cut()),
    );
    const kind = world.random.pick(['cut', 'split'] as const);
    await attempt(
      `at the last look (${kind})`,
      inPhase(['waiting', 'looking'], async () => {
        await pause(world, 0, 500);
        proxy[kind]();
        await pause(world, 500, 4000);
        proxy.heal();
      }),
    );
    world.note(`its Redis was away ${tried.join(', ')}`);
  },
});

function proxyOf({ old }: Scene): NonNullable<Scene['old']['redisProxy']> {
  if (!old.redisProxy) throw new Error('this v1 has no Redis');
  return old.redisProxy;
}
