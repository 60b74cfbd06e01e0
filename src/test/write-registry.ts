/**
 * Writes providers/list.ts, which imports every folder of providers/, and their names alone, for those who
 * must not load them: `node src/test/write-registry.ts`. A gate fails when one is out of date.
 */
import { readdirSync, writeFileSync } from 'node:fs';

/** Where the list lives. */
export const REGISTRY = 'providers/list.ts';

/** Where their names live. */
export const IDENTIFIERS = 'providers/_kit/identifiers.ts';

/** The folders of all networks, in the order of the list. */
export function networkFolders(): string[] {
  return readdirSync('providers', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map((entry) => entry.name)
    .toSorted((a, b) => (`${a}/` < `${b}/` ? -1 : 1));
}

/** The name that a folder's index.ts exports: `linkedin-page` → `linkedinPage`. */
export const exportOf = (folder: string): string =>
  folder.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A list as the formatter has it: on one line where it fits. */
function listOf(declaration: string, names: readonly string[]): string {
  const line = `${declaration}[${names.join(', ')}];`;
  return line.length <= 110 ? line : `${declaration}[\n${names.map((n) => `  ${n},`).join('\n')}\n];`;
}

/** The whole file. */
export function renderRegistry(): string {
  const folders = networkFolders();
  const list = listOf('export const providers: readonly Provider[] = ', folders.map(exportOf));
  return `/** Generated from the folders beside this file: \`npm run generate\`. */
import type { Provider } from './_kit/contract.ts';
${folders.map((n) => `import { ${exportOf(n)} } from './${n}/index.ts';`).join('\n')}

/** In the order of the folders. */
${list}
`;
}

/** The whole file of names. A folder is called as its network's identifier. */
export function renderIdentifiers(): string {
  return `/** Generated from the folders of providers/: \`npm run generate\`. */

/** The identifier of every network, without loading any. */
export const identifiers: readonly string[] = [
${networkFolders()
  .map((name) => `  '${name}',`)
  .join('\n')}
];
`;
}

if (import.meta.main) {
  writeFileSync(REGISTRY, renderRegistry());
  writeFileSync(IDENTIFIERS, renderIdentifiers());
}
