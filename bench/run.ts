/**
 * `npm run bench -- NAME… | all`, with `--short` (sizes that show that it works), `--rounds N`, `--posts N`,
 * `--profile FOLDER` (CPU profiles of API and worker, with the top of each), `--write` (puts what was
 * measured into bench/RESULTS.md).
 */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endAll } from './lab.ts';
import type { Measure, Size } from './measure.ts';
import { api } from './measures/api.ts';
import { bigBurst } from './measures/big-burst.ts';
import { burst, rivalShape } from './measures/burst.ts';
import { calendar } from './measures/calendar.ts';
import { creates } from './measures/creates.ts';
import { firstPaint } from './measures/first-paint.ts';
import { hooks } from './measures/hooks.ts';
import { idle } from './measures/idle.ts';
import { lateness } from './measures/lateness.ts';
import { live } from './measures/live.ts';
import { networks } from './measures/networks.ts';
import { queues } from './measures/queues.ts';
import { stopwatch } from './measures/stopwatch.ts';
import { trace } from './measures/trace.ts';
import { waiting } from './measures/waiting.ts';
import { plugged } from './plugged-measures.ts';
import { summariseProfiles } from './profile.ts';
import { commit } from './report.ts';
import { render, writeResults, type Measured } from './results.ts';

const measures: readonly Measure[] = [
  burst,
  rivalShape,
  creates,
  trace,
  hooks,
  api,
  lateness,
  bigBurst,
  waiting,
  idle,
  queues,
  networks,
  calendar,
  live,
  ...plugged,
  stopwatch,
  firstPaint,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    posts: { type: 'string' },
    profile: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function chosen(): readonly Measure[] {
  const unknown = positionals.filter((name) => name !== 'all' && !measures.some((m) => m.name === name));
  if (unknown.length || positionals.length === 0) {
    say(
      `npm run bench -- NAME… | all: ${measures.map((m) => m.name).join(', ')}${unknown.length ? `; there is no ${unknown.join(', ')}` : ''}`,
    );
    process.exit(2);
  }
  // A profiled process is slower than what it is compared with, which is not profiled.
  if (values.profile && values.write) {
    say('What was measured with --profile is not to be written down: leave out --write');
    process.exit(2);
  }
  return positionals.includes('all') ? measures : measures.filter((m) => positionals.includes(m.name));
}

async function measure(one: Measure): Promise<Measured> {
  const profileDir = values.profile && resolve(values.profile, one.name);
  if (profileDir) mkdirSync(profileDir, { recursive: true });
  const defaults = values.short ? one.short : one.full;
  const size: Size = {
    posts: Number(values.posts ?? defaults.posts),
    rounds: Number(values.rounds ?? defaults.rounds),
    short: values.short,
    profileDir,
    say: (line) => say(`  ${line}`),
  };
  say(`${one.name}: ${one.title} (${size.posts} posts, ${size.rounds} rounds)`);
  const from = new Date();
  const result = await one.run(size);
  const profile = profileDir
    ? [
        'API and worker were profiled, what they are compared with was not: the ratios say nothing.',
        ...summariseProfiles(profileDir),
      ]
    : [];
  const arguments_ = [
    one.name,
    ...(values.short ? ['--short'] : []),
    ...(values.rounds ? ['--rounds', values.rounds] : []),
    ...(values.posts ? ['--posts', values.posts] : []),
  ];
  return {
    measure: one,
    size,
    date: from,
    seconds: (Date.now() - from.getTime()) / 1000,
    commit: commit(),
    command: `npm run bench -- ${arguments_.join(' ')}`,
    result: { ...result, details: [...result.details, ...profile] },
  };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say('Stopping …');
    void endAll().finally(() => process.exit(130));
  });
}

try {
  for (const one of chosen()) {
    const measured = await measure(one);
    say(render(measured));
    if (values.write) writeResults(measured);
  }
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  await endAll();
  process.exit(1);
}
