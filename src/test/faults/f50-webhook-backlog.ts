import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../factories.ts';
import { eventually } from '../instance.ts';
import { startReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

/** How many of ten webhooks have a receiver that works. */
const WELL = 7;
/** Within the time that a receiver has for its answer. */
const SLOW_MS = 8000;

interface Hook {
  readonly id: string;
  readonly receiver: WebhookReceiver;
}

export const webhookBacklog: Fault = {
  id: 'F50',
  title:
    'Of ten receivers of webhooks one is dead, one slow and one gone while hundreds of events are due to each (--long: 10,000 deliveries); a secret is replaced',
  promise:
    'webhooks: a dead and a slow receiver keep no other waiting, what they have not taken is counted, and all of it arrives once they are back',
  async run(world) {
    const { processes, instance } = world;
    await processes.start('api');
    const [dead, slow, gone] = [await hook(world), await hook(world), await hook(world)];
    const well = await Promise.all(Array.from({ length: WELL }, () => hook(world)));
    dead.receiver.answer = () => null;
    slow.receiver.answer = () => sleep(SLOW_MS, { status: 204 });
    gone.receiver.answer = () => ({ status: 410 });
    const arrivals: number[] = [];
    for (const { receiver } of well) {
      receiver.answer = () => {
        arrivals.push(Date.now());
        return { status: 204 };
      };
    }
    const count = world.long ? 1000 : world.size(20, 100);
    const begin = Date.now();
    await tell(world, count);
    await processes.start('worker');
    const secret = await instance.call('POST', `/webhooks/${dead.id}/secret`);
    world.must(secret.status === 201, 'the secret of the dead receiver could not be replaced');

    const have = ({ receiver }: Hook): number => new Set(receiver.received.map(({ id }) => id)).size;
    const arrived = (hooks: readonly Hook[], ms: number): Promise<unknown> =>
      eventually('every event has arrived', () => hooks.every((one) => have(one) >= count), ms);
    await arrived(well, 900_000);
    world.note(`${WELL * count} deliveries to receivers that are well took ${seconds(begin)} s`);
    const standstillMs = Math.max(...arrivals.slice(1).map((at, n) => at - (arrivals[n] ?? at)));
    world.must(standstillMs < SLOW_MS, `nothing reached those that are well for ${standstillMs} ms`);
    world.must((await waiting(world, dead)) === count, 'what the dead receiver has not taken is not counted');
    world.must((await waiting(world, gone)) === 0, 'something still waits for the receiver that is gone');
    world.must(have(gone) < count, 'the receiver that is gone was sent every event');

    // Both secrets sign, so the dead one may come back with the one that it had.
    dead.receiver.received.length = 0;
    dead.receiver.answer = () => ({ status: 204 });
    gone.receiver.received.length = 0;
    gone.receiver.answer = () => ({ status: 204 });
    await instance.call('PATCH', `/webhooks/${gone.id}`, { body: { disabled: false } });
    const since = { body: { since: new Date(begin).toISOString() } };
    const again = await instance.call<{ deliveries: number }>('POST', `/webhooks/${gone.id}/resend`, since);
    world.must(again.body.deliveries === count, `${again.body.deliveries} deliveries are sent again`);
    await arrived([dead, slow, gone], 1_800_000);
    for (const one of [dead, slow, gone]) {
      await eventually('nothing waits any more', async () => (await waiting(world, one)) === 0, 60_000);
    }
    const all = [dead, slow, gone, ...well].flatMap(({ receiver }) => receiver.received);
    world.must(
      all.every(({ verified }) => verified),
      'a request was not signed with the secret that its receiver has',
    );
    world.note(`${all.length} requests, all of them after ${seconds(begin)} s`);
  },
};

async function hook(world: World): Promise<Hook> {
  const receiver = await startReceiver();
  world.atEnd(() => receiver.stop());
  const body = { url: receiver.url, events: ['numbers.collected'] };
  const made = await world.instance.call<{ id: string; secret: string }>('POST', '/webhooks', { body });
  receiver.secret = made.body.secret;
  return { id: made.body.id, receiver };
}

/** In one transaction, so that all of them are due at once. */
async function tell({ instance }: World, count: number): Promise<void> {
  await sql(
    instance,
    `select emit_webhook_event(organization_id, 'numbers.collected', null, id, null,
        jsonb_build_object('integration', webhook_channel(id)))
      from (select id, organization_id from integration limit 1) channel, generate_series(1, $1)`,
    [count],
  );
}

async function waiting({ instance }: World, { id }: Hook): Promise<number> {
  return (await instance.call<{ pending: number }>('GET', `/webhooks/${id}`)).body.pending;
}

const seconds = (since: number): string => ((Date.now() - since) / 1000).toFixed(1);
