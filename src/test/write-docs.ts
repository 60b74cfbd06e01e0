/**
 * Writes the generated parts of the documents: `node src/test/write-docs.ts`. docs.test.ts fails when they
 * differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Provider } from '../../providers/_kit/contract.ts';
import { NUMBER_NAMES } from '../../providers/_kit/number-names.ts';
import { createRegistry } from '../../providers/index.ts';
import { variables } from '../platform/config/config.ts';
import {
  EVENTS,
  notificationKind,
  timelineKind,
  WEBHOOK_EVENT_TYPES,
  type EventFacts,
} from '../platform/entities/events.ts';
import { guideInMarkdown } from '../http/openapi/guide/render-guide.ts';
import { areasTable, decisionsTable } from './decisions.ts';
import { picturesOf, picturesSection } from './network-pictures/list.ts';
import { guardsTable } from './mutants/table.ts';
import {
  doubtfulNetworks,
  evidenceTable,
  networksMatrix,
  seenTable,
  unofficialNetworks,
} from './networks/matrix.ts';
import { declaredNetworks } from './write-registry.ts';

/** The table of every variable that Crier and its providers read. A user's folders are written as ~. */
export function environmentTable(): string {
  const own = Object.entries(variables)
    .filter(([, { help }]) => !help.startsWith('Tests only'))
    .map(([name, v]) => [name, folderOrDefault(name, v.default), v.help]);
  const ofNetworks = [...createRegistry({ sandbox: false }).values()].flatMap((p) =>
    p.env.map((v) => [v.name, 'unset', `${p.name}: ${v.help}`]),
  );
  const rows = [...own, ...ofNetworks].map(
    ([name, initial, help]) => `| \`${name}\` | ${initial} | ${help?.replaceAll('|', '\\|')} |`,
  );
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Two values that depend on the system and the user. */
function folderOrDefault(name: string, initial: string): string {
  if (name === 'CRIER_DATA_DIR') {
    return '`/var/lib/crier` as root, else `~/.local/share/crier`; on macOS `~/Library/Application Support/crier`';
  }
  if (name === 'CRIER_CACHE_DIR') {
    return '`/var/cache/crier` as root, else `~/.cache/crier`; on macOS `~/Library/Caches/crier`';
  }
  return initial === 'unset' || initial === 'empty' ? initial : `\`${initial}\``;
}

function connectedWith({ connection, oauth }: Provider): string {
  const fields = connection.kind === 'credentials' ? connection.fields : [];
  const asked = fields
    .filter((field) => field.required || field.secret)
    // Not of an abbreviation: "API key".
    .map(({ label }) => label.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase()));
  return (
    [...(oauth ? ['OAuth'] : []), ...(asked.length ? [asked.join(' and ')] : [])].join(', or ') || 'nothing'
  );
}

/** What happens to a post whose answer was lost, by the provider's capability. */
const AFTER_A_LOST_ANSWER: Readonly<Record<Provider['capability'], string>> = {
  native_key: 'the same request is sent with the same idempotency key, or Crier looks the post up',
  client_id: 'the same request is sent: Crier chose the id, so it is the same post',
  lookup: 'Crier looks the post up',
  none: 'the network cannot be asked: a person decides',
};

const FURTHER_PARTS: Readonly<Record<Provider['followUps'], string>> = {
  reply: 'replies',
  comment: 'comments',
  none: 'not supported',
};

/** The section of README.md about networks. */
export function networksSection(): string {
  const rows = [...createRegistry({ sandbox: true }).values()].map(
    (p) =>
      `| ${p.name} | ${connectedWith(p)} | ${AFTER_A_LOST_ANSWER[p.capability]} | ${FURTHER_PARTS[p.followUps]} |`,
  );
  return [
    '| Network | Connected with | After a lost answer | Threads |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** The table of docs/compatibility.md about the settings of networks: the test of each. */
export function networkTestsTable(): string {
  const rows = declaredNetworks().map(
    ({ folder, exported, identifier }) =>
      `| \`${identifier}\` | \`providers/${folder}/rules.test.ts\`: \`testNetwork(${exported}\` |`,
  );
  return ['', '| Network | Test |', '| --- | --- |', ...rows, ''].join('\n');
}

/** The table of docs/webhooks.md about the types of events. */
export function webhookEventsTable(): string {
  const rows = WEBHOOK_EVENT_TYPES.map((type) => `| \`${type}\` | ${EVENTS[type].when} |`);
  return ['| Event | When |', '| --- | --- |', ...rows].join('\n');
}

/** The whole catalogue: who is notified of an event, and with which text. */
export function eventsTable(): string {
  const rows = Object.entries<EventFacts>(EVENTS).map(([name, { destinations, when }]) => {
    const words = { webhook: name, timeline: timelineKind(name), notification: notificationKind(name) };
    const cells = (['webhook', 'timeline', 'notification'] as const).map((where) =>
      destinations.includes(where) ? `\`${words[where]}\`` : '',
    );
    return `| ${[when, ...cells].join(' | ')} |`;
  });
  return ['| What happened | Webhook | Timeline | Notification |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

/** Each document with generated parts, and what stands between `<!-- NAME -->` and `<!-- /NAME -->` in it. */
export const GENERATED: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': { networks: networksSection },
  'docs/networks/README.md': {
    matrix: networksMatrix,
    unofficial: unofficialNetworks,
    doubtful: doubtfulNetworks,
    evidence: evidenceTable,
    seen: seenTable,
    pictures: picturesSection,
  },
  ...Object.fromEntries(
    ['bluesky', 'listmonk', 'mastodon', 'wordpress'].map((network) => [
      `providers/${network}/${network}.md`,
      { pictures: () => picturesOf(network, '../../docs/networks/') },
    ]),
  ),
  'docs/operations.md': { environment: environmentTable },
  'docs/promises.md': {
    ledger: () => guardsTable(['ledger']),
    posts: () => guardsTable(['posts', 'time']),
    composer: () => guardsTable(['composer', 'web']),
    texts: () => guardsTable(['texts']),
    networks: () => guardsTable(['networks']),
    numbers: () => guardsTable(['numbers']),
    migration: () => guardsTable(['migration']),
    storage: () => guardsTable(['storage']),
  },
  'docs/compatibility.md': { networks: networkTestsTable },
  'docs/decisions.md': { areas: areasTable, index: decisionsTable },
  'docs/webhooks.md': { events: webhookEventsTable },
  'docs/events.md': { events: eventsTable, numbers: () => NUMBER_NAMES.join(', ') },
  'docs/public-api.md': { guide: () => `\n${guideInMarkdown()}\n` },
  'docs/security.md': {
    outgoing: () => guardsTable(['egress']),
    endpoints: () => guardsTable(['http', 'uploads']),
    webhooks: () => guardsTable(['webhooks']),
    links: () => guardsTable(['links']),
    files: () => guardsTable(['files']),
    accounts: () => guardsTable(['accounts', 'oauth']),
    tenants: () => guardsTable(['tenants']),
    archives: () => guardsTable(['archive']),
    operators: () => guardsTable(['runs', 'doctor', 'cli', 'keys', 'trial']),
  },
};

/** The document with its generated parts replaced. */
export function withGeneratedParts(file: string): string {
  const parts = Object.entries(GENERATED[file] ?? {});
  return parts.reduce(
    (text, [name, render]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(\\n<!-- /${name} -->)`),
        (_, before: string, after: string) => `${before}${render()}${after}`,
      ),
    readFileSync(file, 'utf8'),
  );
}

if (import.meta.main) {
  for (const file of Object.keys(GENERATED)) writeFileSync(file, withGeneratedParts(file));
}
