/**
 * The networks on which a person with a real account has seen Crier work: reports of `channels try`, without
 * what names the channel. A maintainer adds one that was pasted into an issue, as Markdown or as JSON:
 *   node src/test/networks/seen.ts report.md && npm run generate
 */
import { readFileSync, writeFileSync } from 'node:fs';
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

type Report = Omit<TriedChannel, 'channel'>;

/** A report as `channels try` prints it, with `--json` or with `--markdown`. */
export const readReport = (printed: string): Report =>
  JSON.parse(/^```json\s+(.*?)\s+```/ms.exec(printed)?.[1] ?? printed) as Report;

/** What a report shows: which steps worked, and which did not. Each step is named once. */
export function seenIn({ provider, at, version, tried, steps }: Report): Seen {
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

/** With a report in place of the one before of its network, unless that is newer; in the order of names. */
export function withSeen(before: readonly Seen[], seen: Seen): Seen[] {
  const older = before.find(({ provider }) => provider === seen.provider);
  const kept = older && older.at > seen.at ? older : seen;
  return [...before.filter(({ provider }) => provider !== seen.provider), kept].toSorted((a, b) =>
    a.provider < b.provider ? -1 : 1,
  );
}

if (import.meta.main) {
  const report = readReport(readFileSync(process.argv[2] ?? 0, 'utf8'));
  writeFileSync(FILE, `${JSON.stringify(withSeen(readSeen(), seenIn(report)), null, 2)}\n`);
}
