/**
 * `hooks`: what a webhook adds to the time of a create, against creates of an organisation without one, in
 * pairs of one run. A pause follows each create, so that no delivery of the one before takes the processors
 * from the next: what deliveries cost in all is in the report's CPU time.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import { median } from '../arithmetic.ts';
import { openLab, type Lab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { words, type Result } from '../report.ts';
import { compareCreates } from '../rounds.ts';
import { calm, productSide, sideOf, until } from '../sides.ts';

/** The relay starts a delivery within a second, and its run takes some 0.1 s on two processors. */
const PAUSE_MS = 1500;

export const hooks: Measure = {
  name: 'hooks',
  title:
    'creates with a webhook that is told of each, against creates without, 1.5 seconds apart; `--posts` sets the seconds of a round',
  full: { posts: 30, rounds: 4 },
  short: { posts: 5, rounds: 2 },
  run,
};

async function run(size: Size): Promise<Result> {
  const lab = await openLab(size.say);
  try {
    const product = await productSide(lab, size);
    const owner = await product.product.addOwner('Bert & Co', 4);
    await createWebhook(product.product.context, { organizationId: owner.id }, { url: await receiver(lab) });
    const { ratio, details } = await compareCreates(lab, size, {
      measured: { ...sideOf(lab, product.product, owner), name: 'with a webhook' },
      base: { ...product, name: 'without a webhook' },
      concurrency: 1,
      pauseMs: PAUSE_MS,
      unit: 'median ms',
      digits: 2,
      figureOf: ({ latenciesMs }) => median(latenciesMs),
      async afterwards() {
        await allDelivered(lab);
        await calm([lab.processes.get('worker') ?? 0]);
      },
    });
    return {
      findings: [
        {
          what: 'median time of a create with a webhook ÷ without',
          goal: '≤ 1.05',
          measured: words(ratio, size.rounds),
          met: ratio.median <= 1.05,
        },
      ],
      details,
    };
  } finally {
    await lab.stop();
  }
}

const allDelivered = (lab: Lab): Promise<void> =>
  until(
    async () =>
      (await lab.sql("select 1 from webhook_delivery where state <> 'delivered' limit 1")).length === 0,
  );

/** Starts a receiver that takes everything. @returns its URL */
async function receiver(lab: Lab): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  lab.onStop(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
