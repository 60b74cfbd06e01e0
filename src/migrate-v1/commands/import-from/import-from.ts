import { readFileSync, statSync } from 'node:fs';
import type { ChannelChoice } from '../../import-from/chosen-channels.ts';
import type { ImportReport } from '../../import-from/import-from.ts';
import { importFrom } from '../../import-from/import-from.ts';
import { parseDate } from '../../../platform/parse-date.ts';
import type { Session } from '../../../run/cli/command.ts';
import { CliError } from '../../../run/cli/errors.ts';
import { counted } from '../../../platform/counted.ts';
import { table, write, type Answer } from '../../../run/cli/output.ts';

/** What was typed after `import-from URL`. */
export interface ImportFromTyped {
  readonly keyFile?: string;
  /** As `THERE=HERE`. */
  readonly channel?: readonly string[];
  readonly postsSince?: string;
  readonly dryRun?: boolean;
  readonly schedule?: boolean;
  readonly stoppedThere?: boolean;
  readonly wait?: boolean;
}

/** A line for people while it is under way: on stderr, so that stdout holds the result alone. */
const say = (line: string): void => void write(process.stderr, `${line}\n`);

/** Before the first release of v1. */
const DEFAULT_SINCE = '2020-01-01';
/** Each year is a request. */
const EARLIEST_YEAR = 2010;

const NOT_CONFIRMED =
  'Posts are scheduled here only once the other instance no longer sends them: else they are published twice. ' +
  'Import them without --schedule first. Then make each waiting post a draft there, or stop what publishes there: ' +
  'of v1 and its successors the worker or orchestrator process, of Crier with npm run crier -- freeze. ' +
  'Its API has to go on answering. Then run this with --schedule --stopped-there';

/** `import-from`: exit code 1 when something was not imported. */
export async function importFromInstance(
  session: Session,
  baseUrl: string,
  typed: ImportFromTyped,
): Promise<Answer> {
  if (typed.stoppedThere && !typed.schedule) {
    throw new CliError('usage', '--stopped-there means nothing without --schedule');
  }
  if (typed.schedule && !typed.stoppedThere && !typed.dryRun) {
    throw new CliError('not_confirmed', NOT_CONFIRMED);
  }
  const key = readKey(typed.keyFile);
  const channels = (typed.channel ?? []).map(choiceOf);
  const since = sinceOf(typed.postsSince ?? DEFAULT_SINCE);
  const organization = await session.organization();
  const stop = new AbortController();
  const end = (): void =>
    stop.abort(new CliError('cancelled', 'Stopped: run the same command again to go on'));
  process.once('SIGINT', end).once('SIGTERM', end);
  const report = await importFrom(session.context, {
    baseUrl,
    key,
    since,
    organizationId: organization.id,
    channels,
    dryRun: typed.dryRun === true,
    schedule: typed.schedule === true,
    wait: typed.wait !== false,
    say: session.json ? () => undefined : say,
    signal: stop.signal,
  })
    .catch((error: unknown) => {
      throw stop.signal.aborted ? stop.signal.reason : error;
    })
    .finally(() => process.off('SIGINT', end).off('SIGTERM', end));
  const incomplete = report.problems.length + report.media.missing.length > 0 || report.notScheduled !== null;
  return { json: { ...report, organization }, lines: linesOf(report, organization.name), failed: incomplete };
}

const MAX_KEY_BYTES = 4096;

/** Nothing of the file is repeated in an error. */
function readKey(file: string | undefined): string {
  if (!file) {
    throw new CliError('usage', 'Put the API key of the other instance into a file: --key-file FILE');
  }
  try {
    if (statSync(file).size > MAX_KEY_BYTES) {
      throw new CliError('usage', '--key-file: the file is too large to hold a key and nothing else');
    }
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError('file_not_readable', `--key-file: ${(error as Error).message}`);
  }
}

function choiceOf(text: string): ChannelChoice {
  const [, there = '', here = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (there && here) return { there, here };
  throw new CliError('usage', `--channel: "${text}" is not of the form THERE=HERE`);
}

function sinceOf(text: string): Date {
  const date = parseDate(text, '--posts-since');
  if (date.getUTCFullYear() < EARLIEST_YEAR) {
    throw new CliError('usage', `--posts-since: nothing was published before ${EARLIEST_YEAR}`);
  }
  return date;
}

const WORDS: Readonly<Record<ImportReport['channels'][number]['action'], string>> = {
  known: 'imported before',
  matched: 'connected here already',
  new: 'new',
  removed: 'removed here; its posts stay out',
};

function linesOf(report: ImportReport, organization: string): string[] {
  const { channels, posts, media, problems, dryRun } = report;
  return [
    ...table(
      ['CHANNEL THERE', 'NETWORK', 'HERE'],
      channels.map(({ their, network, action, problem }) => [
        their.name,
        network,
        [WORDS[action], ...(problem ? [problem] : [])].join('; '),
      ]),
    ),
    dryRun
      ? `${counted(posts.read, 'post')} to read (${stateText(posts.byState)}), of which ${posts.waiting} wait there.`
      : `${counted(posts.imported, 'post')} imported (${stateText(posts.byState)}), ${posts.changed} changed, ${posts.same} as before.`,
    ...(dryRun ? [] : [`${counted(media.fetched, 'file')} fetched, ${media.missing.length} missing.`]),
    ...(report.showsParts === false
      ? ['Its API shows neither the files nor the further parts of its posts: their first texts came alone.']
      : []),
    ...problemLines(problems, media.missing),
    ...(report.notScheduled ? [report.notScheduled] : []),
    ...(report.scheduled ? [`${counted(report.scheduled, 'post')} scheduled.`] : []),
    `${counted(report.requests, 'request')} to ${report.address}.`,
    dryRun ? 'Nothing was stored.' : nextLine(report, organization),
  ];
}

const stateText = (byState: Readonly<Record<string, number>>): string =>
  Object.entries(byState)
    .map(([state, n]) => `${n} ${state}`)
    .join(', ') || 'none';

function problemLines(
  problems: ImportReport['problems'],
  missing: ImportReport['media']['missing'],
): string[] {
  if (!problems.length && !missing.length) return [];
  return [
    '',
    'What was not imported unchanged:',
    ...problems.map(({ post, problem }) => `  post ${post}: ${problem}`),
    ...missing.map(({ post, address, problem }) => `  file ${address} of post ${post}: ${problem}`),
    '',
  ];
}

function nextLine({ channels, posts, scheduled }: ImportReport, organization: string): string {
  const connect = channels.filter(({ problem, id }) => problem === 'has to be connected' && id).length;
  return [
    ...(connect
      ? [
          `Connect ${counted(connect, 'channel')} of "${organization}": in the web app, or with channels connect.`,
        ]
      : []),
    ...(posts.waiting && !scheduled
      ? ['What waits there is a draft here, and is still sent there: --schedule says how to go on.']
      : []),
    ...(connect || (posts.waiting && !scheduled) ? [] : ['Done.']),
  ].join(' ');
}
