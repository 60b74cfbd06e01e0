/**
 * Writes providers/list.ts, which imports every folder of providers/, the names alone, for modules that must
 * not load them, and the lists of their German strings and sentences: `node src/test/write-registry.ts`. A
 * gate fails when one is out of date.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

/** Where the list lives. */
export const REGISTRY = 'providers/list.ts';

/** Where their names live. */
export const IDENTIFIERS = 'providers/_kit/identifiers.ts';

/** A network, where it is declared: `linkedinPage`, `linkedin-page`, in the folder `linkedin`. */
export interface Declared {
  readonly folder: string;
  readonly exported: string;
  readonly identifier: string;
}

/** The file from which the web app has their German strings. */
export const GERMAN = 'src/web/strings/de/words-of-networks.ts';

/** Where it has the German sentences of what they refuse from. */
export const SENTENCES = 'src/web/strings/de/sentences/networks.ts';

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

/** The whole file. */
export function renderRegistry(): string {
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

/** The whole file of names. */
export function renderIdentifiers(): string {
  return `/** Generated from the folders of providers/: \`npm run generate\`. */

/** The identifier of every network, without loading any. */
export const identifiers: readonly string[] = [
${declaredNetworks()
  .map(({ identifier }) => `  '${identifier}',`)
  .join('\n')}
];
`;
}

/** The whole file of German strings: networks that have some of their own. */
export const renderGerman = (): string =>
  renderTexts('german.ts', '../../../..', {
    comment: 'What one network alone asks for.',
    name: 'wordsOfNetworks',
  });

/** The whole file of German sentences. */
export const renderSentences = (): string =>
  renderTexts('sentences.ts', '../../../../..', {
    comment: 'What one network alone refuses, by the code.',
    name: 'sentencesOfNetworks',
  });

/** Joins the constants `german` of a file of each network; `up` leads from the list to the root. */
function renderTexts(file: string, up: string, { comment, name }: { comment: string; name: string }): string {
  const folders = networkFolders()
    .filter((folder) => existsSync(`providers/${folder}/${file}`))
    .toSorted();
  return `/** Generated from the folders of networks: \`npm run generate\`. */
${folders.map((folder) => `import { german as ${folder} } from '${up}/providers/${folder}/${file}';`).join('\n')}

/** ${comment} */
export const ${name}: Readonly<Record<string, string>> = {
${folders.map((folder) => `  ...${folder},`).join('\n')}
};
`;
}

if (import.meta.main) {
  writeFileSync(REGISTRY, renderRegistry());
  writeFileSync(IDENTIFIERS, renderIdentifiers());
  writeFileSync(GERMAN, renderGerman());
  writeFileSync(SENTENCES, renderSentences());
}
