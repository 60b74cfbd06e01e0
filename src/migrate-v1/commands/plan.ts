import type { Context } from '../../platform/context.ts';
import { makePlan, type Plan } from '../plan.ts';
import type { Remark } from '../plan-remarks.ts';
import { checkUploads } from '../source/check-uploads.ts';
import { openerOf } from '../source/legacy-cipher.ts';
import { openSource } from '../source/open-source.ts';
import { CliError } from '../../run/cli/errors.ts';
import { counted } from '../../platform/counted.ts';
import { table, type Answer } from '../../run/cli/output.ts';
import { accessOf, namesIn, type SourceOptions } from './access.ts';
import { plannedKeyLines } from './key-lines.ts';
import { explainVariables } from './old-variables.ts';

/** `plan`: reads v1, and stores nothing. */
export async function planMigration(context: Context, options: SourceOptions): Promise<Answer> {
  const access = accessOf(options);
  if (!access) throw new CliError('usage', 'Say where v1 is: --source postgres://… --jwt-secret-file FILE');
  const source = await openSource(access.source);
  try {
    const { providers, config } = context;
    await checkUploads(context, access.uploads);
    const { env, redis, temporal, uploads } = access;
    const plan = await makePlan(source, {
      open: openerOf(access.jwtSecret),
      env,
      providers,
      plans: config.CRIER_PLANS,
      uploads,
      redis,
      temporal,
    });
    const networks = new Set([...providers.values()].flatMap(({ env }) => env.map(({ name }) => name)));
    const variables = explainVariables(namesIn(options), networks);
    return { json: { ...plan, variables }, lines: linesOf(plan, variables, context.apiUrl) };
  } finally {
    await source.close();
  }
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);

function linesOf(
  plan: Plan,
  variables: readonly { name: string; means: string }[],
  apiUrl: string,
): string[] {
  const remarks = (title: string, list: readonly Remark[]): string[] =>
    list.length ? ['', title, ...list.map(({ what, why, count }) => `  ${count} × ${what}: ${why}`)] : [];
  return [
    `v1 is ${plan.version}, scheduled by ${plan.scheduler === 'redis' ? 'a queue on Redis' : 'Temporal'}.`,
    ...queueLines(plan),
    '',
    ...table(
      ['ORGANISATION', 'PEOPLE', 'CHANNELS', 'POSTS', 'WAITING', 'OVERDUE'],
      plan.organizations.map((one) => [
        one.name,
        ...[one.people, one.channels, one.posts, one.waiting, one.overdue].map(String),
      ]),
    ),
    ...plannedKeyLines(plan.keys, apiUrl),
    ...remarks('Channels to connect again:', plan.reconnect),
    ...remarks('Copied with changes:', plan.clashes),
    ...remarks('Stays behind:', plan.left),
    ...(variables.length
      ? [
          '',
          'The variables of the old .env:',
          ...table(
            ['NAME', 'MEANS'],
            variables.map(({ name, means }) => [name, means]),
          ),
        ]
      : []),
    '',
    `Disk: about ${megabytes(plan.databaseBytes)} MB for the database, and ${megabytes(plan.mediaBytes)} MB or more for the ${counted(plan.mediaFiles, 'file')} of the library.`,
    `Time: about ${counted(plan.seconds, 'second')} for ${counted(plan.rows, 'record')}, without the files.`,
    'Nothing was changed. Next: migrate-v1 copy, with the same options.',
  ];
}

function queueLines({ queue, runs, scheduler }: Plan): string[] {
  if (scheduler === 'temporal') {
    if (!runs) {
      return [
        'A cutover has to end its runs: give its Temporal with --temporal HOST:7233/NAMESPACE, or stop the containers of v1 permanently before it.',
      ];
    }
    return [
      `Of the next ${counted(runs.lookedFor, 'post')} that wait, ${runs.withRun} have a run in its Temporal, which ${runs.workers ? 'v1 works for' : 'nothing of v1 works for at this moment'}.`,
    ];
  }
  if (!queue) {
    return ['A cutover asks for its Redis (--redis), which alone says what v1 is sending at that moment.'];
  }
  const { delayed, waiting, active, withoutPost, withoutJob } = queue;
  return [
    `Its queue has ${counted(delayed + waiting + active, 'job')}: ${delayed} for later, ${waiting} to be done now, ${active} being done.`,
    ...(withoutPost
      ? [`  ${counted(withoutPost, 'job')} whose post no longer waits: passed over by v1.`]
      : []),
    ...(withoutJob
      ? [
          `  ${counted(withoutJob, 'post')} due within three hours without a job: v1 adds one within the hour.`,
        ]
      : []),
  ];
}
