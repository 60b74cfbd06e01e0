import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../instance.ts';
import { readMark } from './checker.ts';
import type { Submission } from './client.ts';
import { beginCommand } from './command.ts';
import { mustEndAs, mustHaveRuns } from './expect.ts';
import { connectEach, createOnEach } from './f46-restored-backup.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const YEAR_MS = 365 * 86_400_000;
/** What `promote --json` prints. */
export interface Printed {
  readonly complete: boolean;
  readonly doubtful: readonly string[];
}

export const siteLost: Fault = {
  id: 'F52',
  title:
    'A site is lost with the last seconds of its database, and the command that promotes the standby of a second site is killed and typed again',
  promise:
    'a second site takes over from a standby that lacks the last seconds, with an empty Temporal: what was published in them is not published again, and each post that came due is published, or held and named',
  breaksServers: true,
  twoSites: true,
  async run(world) {
    const { processes, random, network } = world;
    const sites = world.sites();
    const channels = await connectEach(world, world.size(1, 5));
    await processes.start('api');
    await processes.start('worker');
    const spread = world.size(30_000, 90_000);
    await createOnEach(world, channels, 2, () => random.between(0, 500));
    const due = await createOnEach(world, channels, world.size(6, 14), () => random.between(9000, spread));
    await createOnEach(world, channels, 2, () => YEAR_MS);
    await sites.pair.caughtUp();
    await sleep(Math.max(0, (due[0]?.dueMs ?? 0) - Date.now()) + random.between(2000, spread / 4));
    sites.pair.link.cut();
    const known = (await network.ledger()).length;
    await eventually('some are published that the standby does not know of', async () => {
      await sleep(random.between(2000, 6000));
      return (await network.ledger()).length > known + 2;
    });

    for (const name of ['worker', 'api']) {
      processes.kill(name);
      await processes.end(name);
    }
    await sites.killFirst();
    const unseen = (await network.ledger()).slice(known);
    sites.turnToSecond();
    const { doubtful } = await promoteKilled(world);
    await processes.start('api');
    await processes.start('worker');
    await mustHaveRuns(world, Date.now());
    await world.settle();

    const named = new Set(doubtful);
    for (const { text } of unseen) {
      const post = due.find(({ token }) => token === readMark(text)?.token);
      world.must(
        !post || named.has(post.postId ?? ''),
        `${post?.token} was published unseen, and is not named`,
      );
    }
    const cannotLook = ({ account }: Submission): boolean =>
      channels.some((channel) => channel.account === account && channel.name.endsWith('#none'));
    const asked = due.filter((post) => cannotLook(post) && named.has(post.postId ?? ''));
    await mustEndAs(world, asked, 'unconfirmed', 'outcome_unknown');
    await mustEndAs(
      world,
      due.filter((post) => !asked.includes(post)),
      'published',
    );
    world.note(
      `${unseen.length} published that the standby did not know of, ${named.size} named, ${asked.length} asked about`,
    );
  },
};

/** The command is killed at any moment, and typed again until the second site has taken over. */
export async function promoteKilled(world: World, ...more: string[]): Promise<Printed> {
  const { DATABASE_URL: url = '' } = world.instance.env;
  const env = world.sites().variables('second', url);
  const typed = ['promote', '--first-site-is-stopped', '--json', ...more];
  for (let n = 0; n < 2; n++) {
    const first = beginCommand(world, typed, env);
    await sleep(world.random.between(300, 2500));
    first.kill();
    await first.ended;
  }
  const { ok, message } = await beginCommand(world, typed, env).ended;
  if (!ok) throw new Error(`promote said: ${message}`);
  return JSON.parse(message) as Printed;
}
