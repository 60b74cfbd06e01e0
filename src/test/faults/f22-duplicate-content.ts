import { resolvePost } from '../../posts/decide/resolve-post.ts';
import type { Fault } from './fault.ts';
import { callsOfEachPost, eventsOf, mustEndAs, mustSay } from './expect.ts';

const RELEASE = {
  name: 'faults-release',
  text: 'select id as "postId", release_id as "releaseId" from post',
};

export const duplicateContent: Fault = {
  id: 'F22',
  title:
    'The network takes a post, loses its answer, does not list it in time, and calls the second send a duplicate',
  promise: 'a second send refused as a duplicate: it proves the first, and the post is linked to that',
  async run(world) {
    const { client, network, processes, instance } = world;
    const listed = await world.connect('Listed late #no-duplicates');
    const blind = await world.connect('Never listed #none #no-duplicates');
    await processes.start('api');
    await processes.start('worker');
    const times = world.size(2, 20);
    const posts = await client.createTogether(times * 2, (n) => (n % 2 ? listed : blind));
    // The list lags far behind what the network promises, so that a lookup returns "absent".
    for (const { name } of [listed, blind]) {
      await network.arm({ kind: 'lost_answer', times, account: name, hiddenSeconds: 600 });
    }
    await world.settle();
    const [linked, open] = [
      posts.filter((p) => p.account === listed.account),
      posts.filter((p) => p.account === blind.account),
    ];
    await mustEndAs(world, linked, 'published');
    await mustSay(world, linked, 'will_send_again');
    await mustEndAs(world, open, 'unconfirmed', 'outcome_unknown');
    for (const calls of await callsOfEachPost(world, listed.name)) {
      world.must(
        calls.map((c) => c.status).join() === ',422',
        `a post of ${listed.name} was answered ${calls.map((c) => c.status ?? 'nothing').join(', then ')}`,
      );
    }
    const releases = new Map(
      (await instance.context.database.query<{ postId: string; releaseId: string }>(RELEASE)).map((r) => [
        r.postId,
        r.releaseId,
      ]),
    );
    const ledger = await network.ledger();
    for (const { postId, token } of linked) {
      world.must(
        releases.get(postId ?? '') === ledger.find((e) => e.text.includes(`[${token}/`))?.id,
        `${token} is not linked to the post on the network`,
      );
    }
    // A person who asks to send a post again that was published after all gets the same evidence, not a
    // second post.
    for (const { postId } of open) {
      await resolvePost(
        instance.context,
        { organizationId: instance.organizationId, postId: postId ?? '' },
        { decision: 'resend' },
      );
    }
    await world.settle();
    world.note(
      `after "send it again": ${(await eventsOf(world, 'outcome_unknown'))
        .slice(-1)
        .map((e) => String(e.detail.reason))
        .join()}`,
    );
    await mustEndAs(world, open, 'unconfirmed', 'outcome_unknown');
  },
};
