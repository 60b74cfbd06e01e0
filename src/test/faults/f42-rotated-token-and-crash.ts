import type { Statement } from '../../platform/database.ts';
import { eventually } from '../instance.ts';
import type { X } from '../networks/x/server.ts';
import type { Fault } from './fault.ts';
import type { Submission } from './client.ts';
import { mustEndAs, mustSay } from './expect.ts';
import { joinX, type VendorNetwork } from './vendor-networks.ts';
import type { World } from './world.ts';

const CHANNEL: Statement = {
  name: 'faults-rotated',
  text: `select credentials_version as version, refresh_needed as flagged,
      (select count(*)::int from notification n where n.integration_id = i.id) as notified,
      (select count(*)::int from post p where p.integration_id = i.id and p.hold = 'channel') as held
    from integration i where id = $1`,
};

interface ChannelFact {
  readonly version: number;
  readonly flagged: boolean;
  readonly notified: number;
  readonly held: number;
}

export const rotatedTokenAndCrash: Fault = {
  id: 'F42',
  title:
    'X has given a new refresh token, which ends the one before; the worker is killed after it has stored it, and before',
  promise:
    'a refresh token that works once, and a worker that dies: if the next one was stored, the posts are published with it; if it never arrived, they wait, one notification says so, and they are published when a person reconnects the channel',
  async run(world) {
    const { processes } = world;
    const x = await joinX(world);
    await processes.start('api', { env: x.env });
    await processes.start('worker', { env: x.env });
    await dieAfterStoring(world, x);
    await dieBeforeStoring(world, x);
  },
};

async function dieAfterStoring(world: World, x: VendorNetwork<X>): Promise<void> {
  const { version } = await readChannel(world, x);
  const posts = await comeDueWithAnEndedToken(world, x);
  await eventually(
    'the new token is stored',
    async () => (await readChannel(world, x)).version > version,
    60_000,
  );
  await killWorker(world, 1);
  await world.settle();
  await mustEndAs(world, posts, 'published');
  const { flagged } = await readChannel(world, x);
  world.must(
    !flagged && x.server.renewals() === 1,
    `the token was renewed ${x.server.renewals()} times, and the channel is ${flagged ? '' : 'not '}marked`,
  );
}

async function dieBeforeStoring(world: World, x: VendorNetwork<X>): Promise<void> {
  const before = x.server.renewals();
  x.front.arm({ kind: 'hang_after' }, ({ path }) => path === '/2/oauth2/token');
  const posts = await comeDueWithAnEndedToken(world, x);
  await eventually('X has given the next token', async () => x.server.renewals() > before, 60_000);
  await killWorker(world, 2);
  await eventually(
    'every post is held',
    async () => (await readChannel(world, x)).held === posts.length,
    180_000,
  );
  const { flagged, notified } = await readChannel(world, x);
  world.must(
    flagged && notified === 1,
    `the channel is ${flagged ? '' : 'not '}marked, and ${notified} notifications say so`,
  );
  await x.reconnect();
  await world.settle();
  await mustEndAs(world, posts, 'published');
  await mustSay(world, posts, 'held');
  await mustSay(world, posts, 'resumed');
}

/** Two hours pass for the access token; then posts come due together. */
function comeDueWithAnEndedToken(
  world: World,
  { server, on, settings }: VendorNetwork<X>,
): Promise<Submission[]> {
  server.endAccessTokens();
  return world.client.createTogether(world.size(4, 12), () => on, { settings });
}

async function killWorker({ processes }: World, deaths: number): Promise<void> {
  processes.kill('worker');
  await processes.backAgain('worker', deaths);
}

async function readChannel({ instance }: World, { on }: VendorNetwork<X>): Promise<ChannelFact> {
  const [row] = await instance.context.database.query<ChannelFact>(CHANNEL, [on.id]);
  if (!row) throw new Error('the channel is gone');
  return row;
}
