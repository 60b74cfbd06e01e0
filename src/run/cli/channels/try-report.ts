/** The reports of `channels try`: a table for a terminal, and Markdown to paste into an issue. */
import type { TriedStep } from '../../../channels/trial.ts';
import type { TriedChannel } from '../../../channels/try-channel.ts';
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
 * Without the name and the id of the channel, which an issue shows to everybody. At the end is the report
 * that `src/test/networks/seen.ts` reads.
 */
export function markdownOf({ channel: _, ...report }: TriedChannel): string[] {
  const { provider, version, at, tried, steps, left } = report;
  const [, ...columns] = HEAD;
  return [
    `### ${provider}, tried by Crier ${version} on ${at}`,
    '',
    ...(tried.length ? ['Tried:', '', ...tried.map((one) => `- ${code(one)}`), ''] : []),
    `| | ${columns.map((column) => column.charAt(0) + column.slice(1).toLowerCase()).join(' | ')} |`,
    '| --- | --- | --: | --- |',
    ...steps.map((step) => `| ${rowOf(step).map(code).join(' | ')} |`),
    ...(left.length ? ['', `Still there: ${left.map(code).join(', ')}`] : []),
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

/** Words of a network in a cell: nothing in them is markup, a mention or the number of an issue. */
const code = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').replaceAll('`', "'").replaceAll('|', '\\|').trim();
  return line && `\`${line}\``;
};
