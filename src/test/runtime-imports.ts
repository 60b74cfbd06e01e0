/** What a program reaches through its imports, found by reading the sources: our own files, and packages. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/**
 * Sources that the entries need at run time (types do not count), and what they import of packages: by full
 * name (`modules`), and by package.
 *
 * @param options.later whether what they load only when it is needed counts too; default: yes
 */
export function reach(
  entries: readonly string[],
  { later = true }: { readonly later?: boolean } = {},
): { files: string[]; packages: string[]; modules: string[] } {
  const files = new Set<string>();
  const modules = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const name of importsOf(readFileSync(file, 'utf8'), later)) {
      if (name.startsWith('.')) visitIfThere(normalize(join(dirname(file), name)));
      else if (!name.startsWith('node:')) modules.add(name);
    }
  };
  // Text that merely looks like an import (a line of generated code) names none of our files.
  const visitIfThere = (file: string): void => {
    if (existsSync(file)) visit(file);
  };
  entries.forEach(visit);
  const packages = new Set([...modules].map(packageOf));
  return {
    files: [...files].toSorted(),
    packages: [...packages].toSorted(),
    modules: [...modules].toSorted(),
  };
}

/** What a source imports, requires or starts by its path, as it names it; imports of types are none. */
export function importsOf(text: string, later = true): string[] {
  const atOnce = /^(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?'([^']+)'/gm;
  const whenNeeded = [
    /\bimport\('([^']+)'\)/g,
    /createRequire\(import\.meta\.url\)(?:\.resolve)?\('([^']+)'\)/g,
    // Programs and bundles that are started by their path.
    /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g,
  ];
  return [atOnce, ...(later ? whenNeeded : [])].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((m) => m[1] ?? ''),
  );
}

/** `@scope/name/sub` → `@scope/name`. */
function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Whether the image contains a file: as in Docker, the last matching line of .dockerignore decides. */
export function imageHolds(file: string, ignoreFile = readFileSync('.dockerignore', 'utf8')): boolean {
  const rules = ignoreFile
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
  return rules.reduce(
    (held, rule) => (matches(file, rule.replace('!', '')) ? rule.startsWith('!') : held),
    true,
  );
}

function matches(file: string, pattern: string): boolean {
  const expression = pattern
    .split('**/')
    .map((part) => part.replaceAll('.', '\\.').replaceAll('*', '[^/]*'))
    .join('(?:.*/)?');
  return new RegExp(`^${expression}(?:/|$)`).test(file);
}
