/** `hooks`: creates of an organisation with a webhook, against those of one without, in pairs of one run. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import { median } from '../arithmetic.ts';
import { openLab, type Lab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { words, type Result } from '../report.ts';
import { compareCreates } from '../rounds.ts';
import { calm, productSide, sideOf, until } from '../sides.ts';

export const hooks: Measure = {
  name: 'hooks',
  title:
    'creates with a webhook that is told of each, against creates without, one after the other; `--posts` sets the seconds of a round',
  full: { posts: 20, rounds: 6 },
  short: { posts: 5, rounds: 2 },
  run,
};

async function run(size: Size): Promise<Result> {
  const lab = await openLab(size.say);
  try {
    const product = await productSide(lab, size.profileDir);
    const owner = await product.product.addOwner('Bert & Co', 4);
    await createWebhook(product.product.context, { organizationId: owner.id }, { url: await receiver(lab) });
    const { ratio, details } = await compareCreates(lab, size, {
      measured: { ...sideOf(lab, product.product, owner), name: 'with a webhook' },
      base: { ...product, name: 'without a webhook' },
      concurrency: 1,
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
          what: 'median time of a create with a webhook ÷ without, while its events are delivered',
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

/** Takes everything. @returns its address */
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
