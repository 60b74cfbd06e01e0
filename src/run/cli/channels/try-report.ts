/** The reports of `channels try`: a table for a terminal, and Markdown to paste into an issue. */
import type { TriedStep } from '../../../channels/trial.ts';
import type { TriedChannel } from '../../../channels/try-channel.ts';
import { counted } from '../../../platform/counted.ts';
import { table } from '../output.ts';

const HEAD = ['', 'STEP', 'TOOK', 'ANSWER'] as const;

const rowOf = ({ ok, step, ms, detail }: TriedStep): string[] => [
  ok === null ? 'left out' : ok ? 'ok' : 'failed',
  step,
  ok === null ? '' : `${ms} ms`,
  detail,
];

export function tableOf({ provider, channel, version, at, tried, steps, left }: TriedChannel): string[] {
  const head = `${channel.name} (${channel.id}) on ${provider}, tried by Crier ${version} on ${at}`;
  if (!steps.length) {
    return [head, 'It has nothing that only reads. To publish a post and take it down again: --publish'];
  }
  return [
    head,
    ...(tried.length ? [`Tried: ${tried.join(', ')}`] : []),
    '',
    ...table(HEAD, steps.map(rowOf)),
    ...(left.length ? ['', `Still there: ${left.join(', ')}`] : []),
  ];
}

/**
 * For an issue, which everybody can read: without what names the channel, its posts or this machine. At the
 * end is what `src/test/networks/seen.ts` reads.
 */
export function markdownOf(tried: TriedChannel): string[] {
  const { provider, version, at, steps, left } = tried;
  const [, ...columns] = HEAD;
  const answers = steps.map((step) => rowOf({ ...step, detail: answerFor(tried, step) }));
  const report = {
    provider,
    version,
    at,
    tried: tried.tried,
    steps: steps.map(({ step, ok }) => ({ step, ok })),
  };
  return [
    `### ${provider}, tried by Crier ${version} on ${at}`,
    '',
    ...(tried.tried.length ? ['Tried:', '', ...tried.tried.map((one) => `- ${code(one)}`), ''] : []),
    `| | ${columns.map((column) => column.charAt(0) + column.slice(1).toLowerCase()).join(' | ')} |`,
    '| --- | --- | --: | --- |',
    ...answers.map((row) => `| ${row.map(code).join(' | ')} |`),
    ...(left.length ? ['', `Still there: ${counted(left.length, 'post')}`] : []),
    '',
    '<details><summary>For docs/networks/seen.json</summary>',
    '',
    '```json',
    JSON.stringify(report).replaceAll('`', '\\u0060'),
    '```',
    '',
    '</details>',
  ];
}

const URLS = /\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>`]+/gi;
const EMAILS = /[^\s@"'<>()]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;
/** As errors of the file system name one: in quotes, or up to the next space. */
const PATHS = /'(?:\/|[A-Z]:\\).*'|(?<![\w.:/])\/[^\s/'"]+\/[^\s'"]*/g;

/** What a step was answered, where it names nobody. */
function answerFor({ channel }: TriedChannel, { step, ok, detail }: TriedStep): string {
  // The URL or the id of the post.
  if (ok && step.startsWith('publish')) return 'published';
  const names = [channel.name, channel.id].filter((name) => name.length >= SHORTEST_NAME);
  const unnamed = names.reduce((text, name) => text.replaceAll(name, '[channel]'), detail);
  return unnamed.replaceAll(URLS, '[URL]').replaceAll(EMAILS, '[e-mail]').replaceAll(PATHS, '[path]');
}

/** A shorter one would cut pieces out of ordinary words. */
const SHORTEST_NAME = 3;

/** Words of a network in a cell: nothing in them is markup, a mention or the number of an issue. */
const code = (text: string): string => {
  const line = text
    .replace(/\s+/g, ' ')
    .replaceAll('`', "'")
    .replace(/(?<!\\)\\*\|/g, '\\|')
    .trim();
  return line && `\`${line}\``;
};
