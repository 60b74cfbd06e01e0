import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxCall } from '../../../providers/_networks/sandbox/call.ts';
import { eventually } from '../instance.ts';
import type { Channel } from './client.ts';
import type { Fault } from './fault.ts';
import { mustEndAs, mustSay } from './expect.ts';
import type { World } from './world.ts';

const HELD = { name: 'faults-held', text: "select count(*)::int as posts from post where hold = 'channel'" };
const FLAGGED = {
  name: 'faults-flagged',
  text: 'select refresh_needed as flagged, (select count(*)::int from notification n where n.integration_id = i.id) as notified from integration i where id = $1',
};
const TOKEN_SECONDS = 6;

export const tokenRenewal: Fault = {
  id: 'F18',
  title:
    'Access tokens expire under two workers; a renewal is slow, is refused for a moment, is refused permanently',
  promise:
    'an expired token: one renewal, regardless of the asker; if it is refused, the posts wait and are published when a person reconnects the channel',
  async run(world) {
    const { client, network, processes, instance } = world;
    const channel = await world.connect(`Expires #token-${TOKEN_SECONDS}s`);
    await processes.start('api');
    await processes.start('worker', {}, 'worker');
    await processes.start('worker', {}, 'worker-2');
    const count = world.size(12, 60);
    // One renewal, slow enough that every post of both workers asks for it in the meantime.
    await renewOnce(world, channel, count, () => network.arm({ kind: 'refresh_slow', seconds: 1 }));
    // The token endpoint is down for a moment: no refresh token is used up, and the next try succeeds.
    await renewOnce(world, channel, world.size(4, 20), () =>
      network.arm({ kind: 'refresh_unavailable', times: 1 }),
    );
    // The account was logged out everywhere: no renewal helps.
    const held = await client.createTogether(count, () => channel);
    await network.revoke(channel.name);
    await eventually(
      'every post is held',
      async () => (await instance.context.database.query<{ posts: number }>(HELD))[0]?.posts === count,
      120_000,
    );
    const [state] = await instance.context.database.query<{ flagged: boolean; notified: number }>(FLAGGED, [
      channel.id,
    ]);
    world.must(
      state?.flagged === true && state.notified === 1,
      `the channel is ${state?.flagged ? '' : 'not '}marked, and ${state?.notified} notifications say so`,
    );
    const calls = (await network.calls()).length;
    await sleep(world.size(3000, 20_000));
    world.must(
      (await network.calls()).length === calls,
      'the network was called although the channel must be reconnected',
    );
    const again = await world.connect(channel.name);
    world.must(again.id === channel.id, 'connecting the account again made another channel');
    await world.settle();
    await mustEndAs(world, client.submissions, 'published');
    await mustSay(world, held, 'held');
    await mustSay(world, held, 'resumed');
  },
};

/**
 * Posts that come due after the token expired: together they renew it once for each expiry, and no used
 * refresh token is sent again.
 */
async function renewOnce(
  world: World,
  channel: Channel,
  count: number,
  arm: () => Promise<void>,
): Promise<void> {
  const renewals = async (): Promise<SandboxCall[]> =>
    (await world.network.calls()).filter((c) => c.path.endsWith('/token'));
  const before = (await renewals()).length;
  await arm();
  await sleep(TOKEN_SECONDS * 1000);
  const posts = await world.client.createTogether(count, () => channel);
  await world.settle();
  await mustEndAs(world, posts, 'published');
  const after = (await renewals()).slice(before);
  const renewed = after.filter((c) => c.status === 200).map((c) => Date.parse(c.at));
  const tooSoon = renewed.some((at, n) => at - (renewed[n - 1] ?? 0) < TOKEN_SECONDS * 1000);
  world.must(
    renewed.length > 0 && !tooSoon && !after.some((c) => c.status === 400),
    `the token was renewed ${after.length} times: ${after.map((c) => `${c.status} at ${c.at}`).join(', ')}`,
  );
}
