/** `api`: how much the API does in a second, against a Koa server that does only what is indispensable. */
import { setTimeout as sleep } from 'node:timers/promises';
import { apiCpuMs, compareCreates, createsCpu, createsTable } from '../api/creates.ts';
import { openApiSides } from '../api/sides.ts';
import { compareTransfers, mostGrown, transfersTable, writeFilm } from '../api/transfers.ts';
import { openLab, type Lab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { machineFacts, noise, words, type Finding, type Result } from '../report.ts';
import { copyPosts } from '../seed.ts';
import { calm } from '../sides.ts';
import type { Spread } from '../arithmetic.ts';

const GOAL = 0.5;
const LISTED = 10_000;
const DAY_MS = 86_400_000;

export const api: Measure = {
  name: 'api',
  title:
    'creates, a list of 10,000 posts and uploads, against bare Koa on the same PostgreSQL; `--posts` sets the seconds of a round of creates',
  full: { posts: 8, rounds: 4 },
  short: { posts: 2, rounds: 2 },
  run,
};

async function run(size: Size): Promise<Result> {
  const lab = await openLab(size.say);
  try {
    const sides = await openApiSides(lab, size.profileDir);
    const facts = await machineFacts(lab);
    const options = { seconds: size.posts, rounds: size.rounds, say: size.say };
    const running = await compareCreates(lab, sides, {
      ...options,
      when: 'Temporal running',
      settle: () => calm([lab.processes.get('worker') ?? 0]),
    });
    const nextPhase = async (): Promise<void> => void (size.profileDir && (await sides.renew()));
    await nextPhase();
    await lab.supervisor.stop('temporal');
    const stopped = await compareCreates(lab, sides, {
      ...options,
      when: 'Temporal stopped',
      settle: () => sleep(1000),
    });
    // Nothing may start the runs of what is copied now.
    await lab.supervisor.stop('worker');
    await nextPhase();
    const transfers = await transfersOf(lab, sides, size);
    const [list, upload] = transfers;
    const creates = [running, stopped];
    return {
      findings: [
        ...creates.map(({ when, ratio }): Finding => ({
          what: `creates per second ÷ bare Koa, ${when}`,
          goal: `≥ ${GOAL}`,
          measured: words(ratio, size.rounds),
          met: ratio.median >= GOAL,
        })),
        without(`seconds for ${list.what} ÷ bare Koa`, list.times, size.rounds),
        without(`${upload.what}, MB per second ÷ bare Koa`, upload.rates, size.rounds),
        {
          what: "largest growth of the API's memory during an upload",
          goal: '',
          measured: `${mostGrown(upload).toFixed(0)} MB`,
          met: null,
        },
      ],
      details: [
        facts,
        createsTable(creates),
        createsCpu(creates),
        inlineStart(apiCpuMs(running), apiCpuMs(stopped)),
        transfersTable(transfers),
        noise(creates.flatMap((c) => c.rounds.flat()).map((r) => r.cpu)),
      ],
    };
  } finally {
    await lab.stop();
  }
}

const without = (what: string, ratio: Spread, count: number): Finding => ({
  what,
  goal: '',
  measured: words(ratio, count),
  met: null,
});

async function transfersOf(
  lab: Lab,
  sides: Awaited<ReturnType<typeof openApiSides>>,
  { rounds, short, say }: Size,
) {
  // Uploads first: a list would leave memory behind that hides an upload's growth.
  const megabytes = short ? 50 : 200;
  const file = writeFilm(lab.config.CRIER_DATA_DIR, megabytes * 1e6);
  const upload = await compareTransfers(lab, sides, {
    what: `an upload of ${megabytes} MB`,
    path: '/upload',
    file,
    count: 1,
    rounds,
    say,
  });
  await copyPosts(lab, LISTED);
  const [startDate, endDate] = [1, 61].map((days) => new Date(Date.now() + days * DAY_MS).toISOString());
  const list = await compareTransfers(lab, sides, {
    what: `a list of ${LISTED} posts`,
    path: `/posts?startDate=${startDate}&endDate=${endDate}`,
    count: 5,
    rounds,
    say,
  });
  return [list, upload] as const;
}

/** How much of the API's work is starting runs: what it saves by leaving them to the relay. */
function inlineStart(running: number, stopped: number): string {
  return `Of the API's ${running.toFixed(2)} ms of CPU per create, ${(running - stopped).toFixed(2)} ms (${(((running - stopped) / running) * 100).toFixed(0)}%) go into starting its run within the request: with Temporal stopped, a create takes ${stopped.toFixed(2)} ms.`;
}
