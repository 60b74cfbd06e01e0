/** The table of docs/networks/README.md: what works at each network, and who says so. */
import { existsSync } from 'node:fs';
import type { MediaRules, Network, Provider } from '../../../providers/_kit/contract.ts';
import { createNetworks, createRegistry } from '../../../providers/index.ts';
import { JUDGES } from './judges.ts';

const COLUMNS = [
  'Network',
  'Connect',
  'Pictures',
  'Video',
  'Thread',
  'After a lost answer',
  'Take down',
  'Numbers',
  'Choices',
];

/** A row for each network that can be published to. */
export function networksMatrix(): string {
  const rows = [...createRegistry({ sandbox: true }).values()].map(rowOf);
  return table(COLUMNS, rows);
}

/** What can break, for each network that is marked. */
export function unofficialNetworks(): string {
  return [...createRegistry({ sandbox: true }).values()]
    .flatMap(({ name, unofficial }) => (unofficial ? [`- ${name}: ${unofficial}`] : []))
    .join('\n');
}

/** Against what each network was tried, what that cannot say, and since when. */
export function judgesTable(): string {
  const rows = [...createRegistry({ sandbox: true }).values()].map(({ identifier, name }) => {
    const judge = JUDGES[identifier];
    return [name, judge?.kind ?? '', judge?.what ?? '', judge?.not ?? '', judge?.since ?? ''];
  });
  return table(['Network', 'Judge', 'Tried against', 'Not judged', 'Since'], rows);
}

/** The networks whose posts can be written and checked, but not published. */
export function plannedNetworks(): string {
  const publishing = createRegistry({ sandbox: true });
  const planned = [...createNetworks({ sandbox: true }).values()].filter(
    ({ identifier }) => !publishing.has(identifier),
  );
  return `${planned.map(({ name }) => name).join(', ')}.`;
}

function rowOf(provider: Provider): string[] {
  const { media } = provider.rules;
  return [
    titleOf(provider),
    waysIn(provider),
    filesOf(media.maxImages),
    filesOf(media.maxVideos),
    provider.followUps === 'none' ? '–' : provider.followUps === 'reply' ? 'replies' : 'comments',
    LOST_ANSWER[provider.capability],
    provider.remove ? 'yes' : '–',
    [provider.analytics && 'account', provider.postAnalytics && 'post'].filter(Boolean).join(', ') || '–',
    Object.keys(provider.tools ?? {}).join(', ') || '–',
  ];
}

/** With a link to the page that says how an operator sets it up, where there is one. */
function titleOf({ identifier, name, unofficial }: Network): string {
  const title = existsSync(`docs/networks/${identifier}.md`) ? `[${name}](${identifier}.md)` : name;
  return unofficial ? `${title} (unofficial)` : title;
}

function waysIn({ connection, oauth }: Provider): string {
  const ways = [...(oauth ? ['OAuth'] : []), ...(connection.kind === 'credentials' ? ['form'] : [])];
  return ways.join(', ') || 'nothing to fill in';
}

const filesOf = (most: MediaRules['maxImages']): string =>
  most === 0 ? '–' : Number.isFinite(most) && most < 1000 ? `up to ${most}` : 'yes';

const LOST_ANSWER: Readonly<Record<Provider['capability'], string>> = {
  native_key: 'same key again',
  client_id: 'same id again',
  lookup: 'looked up',
  none: 'a person decides',
};

const cell = (text: string): string => text.replaceAll('|', '\\|');
const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
