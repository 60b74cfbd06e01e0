import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../instance.ts';
import type { Fault } from './fault.ts';

export const workerSuspended: Fault = {
  id: 'F2b',
  title: 'The worker is suspended after it noted "about to send", and goes on after another one sent',
  promise:
    'a worker suspended right before it sends: another one publishes the post, and the first one no longer does',
  async run({ client, network, processes, must }) {
    await processes.start('api');
    await processes.start('worker', { faultPoint: 'publish:after-sent=stop' }, 'worker');
    const { token } = await client.create({ dueInMs: 1000 });
    await sleep(3000); // it has the post, and is suspended
    await processes.start('worker', {}, 'worker-2');
    await eventually(
      'the other worker published the post',
      async () => (await network.ledger()).some((e) => e.text.includes(token)),
      90_000,
    );
    processes.resume('worker');
    await sleep(6000); // time for the first one to do harm
    must((await network.ledger()).length === 1, 'the suspended worker sent the post after it went on');
  },
};
