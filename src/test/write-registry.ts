/**
 * Writes providers/list.ts, which imports every folder of providers/, the names alone, for modules that must
 * not load them, the lists of their texts, and that of their parts in the end-to-end test:
 * `node src/test/write-registry.ts`. A gate fails when one is out of date.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

/** Where each list lives, and how it is rendered. */
export const LISTS: Readonly<Record<string, () => string>> = {
  'providers/list.ts': renderRegistry,
  'providers/_kit/identifiers.ts': renderIdentifiers,
  'src/web/strings/de/words-of-networks.ts': () =>
    renderTexts('german.ts', { comment: 'What one network alone asks for.', name: 'wordsOfNetworks' }),
  'src/web/strings/en/words-of-networks.ts': () =>
    renderTexts('english.ts', { comment: 'What one network alone calls better.', name: 'betterOfNetworks' }),
  'src/web/strings/de/sentences/networks.ts': () =>
    renderTexts('sentences.ts', {
      comment: 'What one network alone refuses, by the code.',
      name: 'sentencesOfNetworks',
      up: '../../../../..',
    }),
  'src/test/e2e/every-network/list.ts': renderCases,
};

/** A network, where it is declared: `linkedinPage`, `linkedin-page`, in the folder `linkedin`. */
export interface Declared {
  readonly folder: string;
  readonly exported: string;
  readonly identifier: string;
}

/** The folders of all networks. */
export function networkFolders(): string[] {
  return readdirSync('providers', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map((entry) => entry.name);
}

/** All networks, in the order of the list: a company that has two of them declares both in one folder. */
export function declaredNetworks(): Declared[] {
  return networkFolders()
    .flatMap((folder) =>
      [
        ...readFileSync(`providers/${folder}/index.ts`, 'utf8').matchAll(
          /^export const (\w+): Provider = \{[\s\S]*?^  identifier: '([^']+)'/gm,
        ),
      ].map(([, exported = '', identifier = '']) => ({ folder, exported, identifier })),
    )
    .toSorted((a, b) => (`${a.identifier}/` < `${b.identifier}/` ? -1 : 1));
}

/** A list as the formatter has it: on one line where it fits. */
function listOf(declaration: string, names: readonly string[]): string {
  const line = `${declaration}[${names.join(', ')}];`;
  return line.length <= 110 ? line : `${declaration}[\n${names.map((n) => `  ${n},`).join('\n')}\n];`;
}

function renderRegistry(): string {
  const networks = declaredNetworks();
  const list = listOf(
    'export const providers: readonly Provider[] = ',
    networks.map(({ exported }) => exported),
  );
  const imports = Object.entries(Object.groupBy(networks, ({ folder }) => folder)).map(
    ([folder, own = []]) =>
      `import { ${own
        .map(({ exported }) => exported)
        .toSorted()
        .join(', ')} } from './${folder}/index.ts';`,
  );
  return `/** Generated from the folders beside this file: \`npm run generate\`. */
import type { Provider } from './_kit/contract.ts';
${imports.join('\n')}

/** All of them, in the order of their identifiers. */
${list}
`;
}

function renderIdentifiers(): string {
  return `/** Generated from the folders of providers/: \`npm run generate\`. */

/** The identifier of every network, without loading any. */
export const identifiers: readonly string[] = [
${declaredNetworks()
  .map(({ identifier }) => `  '${identifier}',`)
  .join('\n')}
];
`;
}

/** Joins the constants of a file of each network; `up` leads from the list to the root. */
function renderTexts(
  file: string,
  { comment, name, up = '../../../..' }: { comment: string; name: string; up?: string },
): string {
  const exported = file === 'english.ts' ? 'english' : 'german';
  const folders = networkFolders()
    .filter((folder) => existsSync(`providers/${folder}/${file}`))
    .toSorted();
  return `/** Generated from the folders of networks: \`npm run generate\`. */
${folders.map((folder) => `import { ${exported} as ${folder} } from '${up}/providers/${folder}/${file}';`).join('\n')}

/** ${comment} */
export const ${name}: Readonly<Record<string, string>> = {
${folders.map((folder) => `  ...${folder},`).join('\n')}
};
`;
}

function renderCases(): string {
  const names = readdirSync('src/test/e2e/every-network')
    .map((file) => file.replace('.ts', ''))
    .filter((name) => networkFolders().includes(name))
    .toSorted();
  return `/** Generated from the files beside this one: \`npm run generate\`. */
${names.map((name) => `import { ${name} } from './${name}.ts';`).join('\n')}

/** The networks that are tried from connecting to what is live. */
${listOf('export const cases = ', names)}
`;
}

if (import.meta.main) {
  for (const [file, render] of Object.entries(LISTS)) writeFileSync(file, render());
}
