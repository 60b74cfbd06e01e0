/**
 * Writes the generated parts of the documents: `node src/test/write-docs.ts`. docs.test.ts fails when they
 * differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRegistry } from '../../providers/index.ts';
import { variables } from '../config.ts';

const OPERATIONS = 'docs/operations.md';

/** The table of every variable that Crier and its providers read. A user's folders are written as ~. */
export function environmentTable(): string {
  const own = Object.entries(variables)
    .filter(([name]) => name !== 'CRIER_FAULT_POINT')
    .map(([name, v]) => [name, folderOrDefault(name, v.default), v.help]);
  const ofNetworks = [...createRegistry({ sandbox: false }).values()].flatMap((p) =>
    p.env.map((v) => [v.name, 'unset', `${p.name}: ${v.help}`]),
  );
  const rows = [...own, ...ofNetworks].map(
    ([name, initial, help]) => `| \`${name}\` | ${initial} | ${help?.replaceAll('|', '\\|')} |`,
  );
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** These two depend on the system and the user. */
function folderOrDefault(name: string, initial: string): string {
  if (name === 'CRIER_DATA_DIR') {
    return '`/var/lib/crier` as root, else `~/.local/share/crier`; on macOS `~/Library/Application Support/crier`';
  }
  if (name === 'CRIER_CACHE_DIR') {
    return '`/var/cache/crier` as root, else `~/.cache/crier`; on macOS `~/Library/Caches/crier`';
  }
  return initial === 'unset' || initial === 'empty' ? initial : `\`${initial}\``;
}

/** The document with its table replaced. */
export function withEnvironmentTable(document: string): string {
  return document.replace(
    /(<!-- environment -->\n)[\s\S]*?(\n<!-- \/environment -->)/,
    (_, before: string, after: string) => `${before}${environmentTable()}${after}`,
  );
}

if (import.meta.main) writeFileSync(OPERATIONS, withEnvironmentTable(readFileSync(OPERATIONS, 'utf8')));
