/** The table of docs/networks/README.md: what works on each network, and who says so. */
import { globSync } from 'node:fs';
import type { Provider } from '../../../providers/_kit/contract.ts';
import { createRegistry } from '../../../providers/index.ts';
import { readSeen } from './seen.ts';
import { describeNetwork, type NetworkFacts } from '../../channels/describe-network.ts';

const COLUMNS = [
  'Network',
  'Connect',
  'Text',
  'Pictures',
  'Video',
  'Thread',
  'First comment',
  'Link card',
  'Cover of a video',
  'Polls',
  'Formatting',
  'After a lost answer',
  'Take down',
  'Numbers',
  'Choices',
  'Evidence',
];

/** A row for each network that can be published to. */
export function networksMatrix(): string {
  return table(COLUMNS, facts().map(rowOf));
}

/** What can break, for each network that is marked. */
export function unofficialNetworks(): string {
  return facts()
    .flatMap(({ name, unofficial }) => (unofficial ? [`- ${name}: ${unofficial}`] : []))
    .join('\n');
}

/** Against what each network was tried, what that cannot say, and since when. */
export function evidenceTable(): string {
  const rows = facts().map(({ name, evidence }) => [
    name,
    evidence.kind,
    evidence.what,
    evidence.not,
    evidence.since,
  ]);
  return table(['Network', 'Evidence', 'Tried against', 'Not covered', 'Since'], rows);
}

/** What of the evidence is in doubt, for each network of which something is. */
export function doubtfulNetworks(): string {
  return facts()
    .flatMap(({ name, evidence }) =>
      evidence.doubt ? [`- ${name} (${evidence.since}): ${evidence.doubt}`] : [],
    )
    .join('\n');
}

/** Where Crier was last seen to work: on the network's own server by our tests, elsewhere by people. */
export function seenTable(): string {
  const seen = new Map(readSeen().map((one) => [one.provider, one]));
  const rows = facts().map(({ name, identifier, evidence }) => {
    const one = seen.get(identifier);
    const ours = evidence.kind === 'own server' ? 'each change, by our tests' : 'no report yet';
    if (!one) return [name, ours, '', '', '', ''];
    const lists = [one.tried, one.worked, one.failed].map((list) => list.join(', ') || '–');
    return [name, one.at, one.version, ...lists];
  });
  return table(['Network', 'Last seen to work', 'Crier', 'Published with', 'Worked', 'Failed'], rows);
}

const facts = (): NetworkFacts[] => [...createRegistry({ sandbox: true }).values()].map(describeNetwork);

function rowOf(network: NetworkFacts): string[] {
  const { text, numbers, thread } = network;
  return [
    titleOf(network),
    network.connect.map((way) => (way === 'oauth' ? 'OAuth' : 'form')).join(', ') || 'nothing to fill in',
    text.alone ? `${text.maxLength.toLocaleString('en')} ${text.unit}` : 'with files',
    filesOf(network.pictures),
    filesOf(network.videos),
    thread === 'none' ? '–' : thread === 'reply' ? 'replies' : 'comments',
    network.firstComment ? 'second part' : '–',
    LINK_CARD[network.linkCards ?? 'none'],
    network.videoCover ? COVER[network.videoCover] : '–',
    network.polls ? 'yes' : '–',
    FORMAT[text.format],
    LOST_ANSWER[network.afterLostAnswer],
    network.remove ? 'yes' : '–',
    [numbers.account && 'account', numbers.post && 'post'].filter(Boolean).join(', ') || '–',
    network.tools.join(', ') || '–',
    evidenceOf(network),
  ];
}

const evidenceOf = ({ evidence }: NetworkFacts): string =>
  `${evidence.kind}, ${evidence.since}${evidence.doubt ? ', in doubt' : ''}`;

/** With a link to the page that says how an operator sets it up, where there is one. */
function titleOf({ identifier, name, unofficial }: NetworkFacts): string {
  const [page] = globSync(`providers/*/${identifier}.md`);
  const title = page ? `[${name}](../../${page})` : name;
  return unofficial ? `${title} (unofficial)` : title;
}

const filesOf = (most: number | null): string => (most === 0 ? '–' : most ? `up to ${most}` : 'yes');

const COVER = { picture: 'a picture', moment: 'a moment', either: 'a picture or a moment' };
const FORMAT = { plain: '–', html: 'kept', markdown: 'kept' };
const LINK_CARD = { post: 'with the post', network: 'by the network', none: '–' };

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
