/**
 * The networks on which a person with a real account has seen Crier work: reports of `channels try`, without
 * what names the channel. A maintainer adds one that was pasted into an issue, as Markdown or as JSON:
 *   node src/test/networks/seen.ts report.md && npm run generate
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRegistry } from '../../../providers/index.ts';
import type { TriedStep } from '../../channels/trial.ts';
import type { TriedChannel } from '../../channels/try-channel.ts';

const FILE = new URL('../../../docs/networks/seen.json', import.meta.url);

/** The newest report of a network. `at`: a day. */
export interface Seen {
  readonly provider: string;
  readonly at: string;
  /** Of Crier. */
  readonly version: string;
  /** What a post had that was published. */
  readonly tried: readonly string[];
  readonly worked: readonly string[];
  readonly failed: readonly string[];
}

export const readSeen = (): Seen[] => JSON.parse(readFileSync(FILE, 'utf8')) as Seen[];

interface Report extends Pick<TriedChannel, 'provider' | 'version' | 'at' | 'tried'> {
  readonly steps: readonly Pick<TriedStep, 'step' | 'ok'>[];
}

/** Longer than a report and the issue around it. */
const MAX_CHARACTERS = 200_000;
const MAX_TEXTS = 100;
/** What stands in the documents: neither markup, a mention nor a link. */
const TEXT = /^(?!.*www\.)[\w ,.:()/+-]{1,120}$/i;

/**
 * A report as `channels try` prints it, with `--json` or with `--markdown`.
 *
 * @throws Error if it is none
 */
export function readReport(printed: string): Report {
  if (printed.length > MAX_CHARACTERS) throw new Error(`The report has ${printed.length} characters`);
  try {
    return JSON.parse(/^```json[ \t]*\r?\n([^\r\n]*)/m.exec(printed)?.[1] ?? printed) as Report;
  } catch (error) {
    throw new Error('The report holds no JSON', { cause: error });
  }
}

/**
 * What a report shows: which steps worked, and which did not. Each step is named once.
 *
 * @throws Error for what no trial prints: anybody can send a report
 */
export function seenIn(report: Report): Seen {
  assertPlausible(report);
  const { provider, at, version, tried, steps } = report;
  const named = (wanted: boolean): string[] => [
    ...new Set(steps.filter(({ ok }) => ok === wanted).map(({ step }) => step)),
  ];
  const worked = named(true);
  return {
    provider,
    at: at.slice(0, 10),
    version,
    tried: worked.includes('publish') ? tried : [],
    worked,
    failed: named(false),
  };
}

function assertPlausible(report: Report | null): asserts report is Report {
  const { provider, version, at, tried, steps } = report ?? ({} as Partial<Report>);
  const names = Array.isArray(steps) ? steps.map((one: Partial<TriedStep> | null) => one?.step) : undefined;
  const wrong = [
    createRegistry({ sandbox: true }).has(String(provider)) || 'network',
    (typeof version === 'string' && /^\d[\w.+-]{0,40}$/.test(version)) || 'version',
    (typeof at === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{1,20}Z$/.test(at) && Date.parse(at) <= Date.now()) ||
      'date',
    areTexts(tried) || 'list of what was tried',
    areTexts(names) || 'list of steps',
    steps?.some(({ ok }) => ok === true) || 'step that worked',
  ].filter((one) => one !== true);
  if (wrong.length) throw new Error(`The report has no ${wrong.join(', no ')} that a trial prints`);
}

const areTexts = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.length <= MAX_TEXTS &&
  list.every((text) => typeof text === 'string' && TEXT.test(text));

/**
 * With a report in place of the one before of its network, unless that is newer or alone has published; in
 * the order of names.
 */
export function withSeen(before: readonly Seen[], seen: Seen): Seen[] {
  const older = before.find(({ provider }) => provider === seen.provider);
  const isBetter = older && (older.at > seen.at || (older.tried.length > 0 && !seen.tried.length));
  const kept = isBetter ? older : seen;
  return [...before.filter(({ provider }) => provider !== seen.provider), kept].toSorted((a, b) =>
    a.provider < b.provider ? -1 : 1,
  );
}

if (import.meta.main) {
  const report = readReport(readFileSync(process.argv[2] ?? 0, 'utf8'));
  writeFileSync(FILE, `${JSON.stringify(withSeen(readSeen(), seenIn(report)), null, 2)}\n`);
}
