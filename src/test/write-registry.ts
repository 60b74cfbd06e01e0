/**
 * Writes providers/list.ts, which imports every folder of providers/, and their names alone, for those who
 * must not load them: `node src/test/write-registry.ts`. A gate fails when one is out of date.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** Whether posts can be published to the network of a folder. */
export const canPublish = (folder: string): boolean => existsSync(join('providers', folder, 'publish.ts'));

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
  const publishing = listOf(
    'export const publishing: readonly Provider[] = ',
    folders.filter(canPublish).map(exportOf),
  );
  const planned = listOf(
    'export const planned: readonly Network[] = ',
    folders.filter((n) => !canPublish(n)).map(exportOf),
  );
  return `/** Generated from the folders beside this file: \`npm run generate\`. */
import type { Network, Provider } from './_kit/contract.ts';
${folders.map((n) => `import { ${exportOf(n)} } from './${n}/index.ts';`).join('\n')}

/** Networks that posts can be published to: those with a publish.ts. */
${publishing}

/** Networks whose posts can be written, checked and kept as drafts, but not published yet. */
${planned}
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
