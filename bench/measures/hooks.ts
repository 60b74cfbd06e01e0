/** `hooks`: creates of an organisation with a webhook, against those of one without, in pairs of one run. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import { interleave, median, spread } from '../arithmetic.ts';
import { openLab, type Lab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { cpuTable, machineFacts, noise, table, words, type Result } from '../report.ts';
import { calm, productSide, sideOf, until, type Side } from '../sides.ts';
import { cpuBetween, sampleCpu, type CpuUse } from '../usage.ts';

/** Dates so far ahead that nothing comes due while this runs. */
const AHEAD_MS = 6 * 3600 * 1000;
const [WITHOUT, WITH] = ['without a webhook', 'with a webhook'];

interface Round {
  readonly side: string;
  readonly done: number;
  readonly medianMs: number;
  readonly cpu: CpuUse;
}

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
    const sides: Side[] = [
      { ...product, name: WITHOUT },
      { ...sideOf(lab, product.product, owner), name: WITH },
    ];
    const facts = await machineFacts(lab);
    for (const side of sides) await round(lab, side, 3);
    const rounds: Round[][] = [];
    for (const order of interleave(sides, size.rounds)) {
      const both: Round[] = [];
      for (const side of order) both.push(await round(lab, side, size.posts));
      size.say(both.map((r) => `${r.side}: ${r.medianMs.toFixed(2)} ms`).join(', '));
      rounds.push(both);
    }
    await allDelivered(lab);
    const of = (both: readonly Round[], side: string): number =>
      both.find((r) => r.side === side)?.medianMs ?? NaN;
    const ratio = spread(rounds.map((both) => of(both, WITH) / of(both, WITHOUT)));
    const flat = rounds.flat();
    return {
      findings: [
        {
          what: 'median time of a create with a webhook ÷ without, while its events are delivered',
          goal: '≤ 1.05',
          measured: words(ratio, rounds.length),
          met: ratio.median <= 1.05,
        },
      ],
      details: [
        facts,
        table(
          ['Round', 'creates', 'median ms'],
          flat.map((r, n) => [`${n + 1} ${r.side}`, r.done, r.medianMs.toFixed(2)]),
        ),
        cpuTable(
          [WITHOUT, WITH].map((name) => {
            const own = flat.filter((r) => r.side === name);
            const posts = own.reduce((sum, r) => sum + r.done, 0) / own.length;
            return { name, posts, uses: own.map((r) => r.cpu) };
          }),
        ),
        noise(flat.map((r) => r.cpu)),
      ],
    };
  } finally {
    await lab.stop();
  }
}

/** CPU time counts until the events of the round are delivered too. */
async function round(lab: Lab, side: Side, seconds: number): Promise<Round> {
  const before = await sampleCpu(lab);
  const { done, latenciesMs } = await side.create({ seconds, concurrency: 1, dueMs: Date.now() + AHEAD_MS });
  await allDelivered(lab);
  await calm([lab.processes.get('worker') ?? 0]);
  return {
    side: side.name,
    done,
    medianMs: median(latenciesMs),
    cpu: cpuBetween(before, await sampleCpu(lab)),
  };
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
