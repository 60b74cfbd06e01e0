/**
 * Which test files the changes of the working tree reach: through imports, programs that are started by their
 * path, and files and folders that tests name.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { importsOf } from './runtime-imports.ts';
import { run } from './servers/server.ts';
import { workspaces } from './write-plugs.ts';

/** What every test depends on, though none imports it. */
const OF_ALL = /^(package(-lock)?\.json|tsconfig\.json|jest\.config\.js|src\/test\/(jest\/|run|global-))/;
/** Pages are built by Vite, which reads their folder. */
const READ_BY_PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'src/test/browser.ts': ['src/web', ...workspaces().map((name) => `src/${name}/web`)],
};

const isTest = (file: string): boolean => file.endsWith('.test.ts');
const isOfTests = (file: string): boolean =>
  isTest(file) || /^src\/([\w-]+\/)?test\/|\/fixtures\//.test(file);

/** The test files to run, by their paths; null = all of them. */
export async function changedTests(): Promise<string[] | null> {
  const [all, changed] = await Promise.all([
    git('ls-files', '--cached', '--others', '--exclude-standard'),
    Promise.all([git('diff', '--name-only', 'HEAD'), git('ls-files', '--others', '--exclude-standard')]),
  ]);
  return testsReachedBy(changed.flat(), all);
}

async function git(...args: string[]): Promise<string[]> {
  return (await run('git', args)).split('\n').filter(Boolean);
}

/**
 * The same for given changes.
 *
 * @param files all files of the repository
 */
export function testsReachedBy(
  changed: readonly string[],
  files: readonly string[],
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): string[] | null {
  if (changed.some((file) => OF_ALL.test(file))) return null;
  const tree = new Tree(files, read);
  return files.filter((file) => isTest(file) && !tree.isGone(file) && tree.reaches(file, changed));
}

class Tree {
  readonly #files: ReadonlySet<string>;
  readonly #folders: ReadonlySet<string>;
  readonly #read: (file: string) => string;
  readonly #known = new Map<string, readonly string[]>();

  constructor(files: readonly string[], read: (file: string) => string) {
    this.#files = new Set(files);
    this.#folders = new Set(files.flatMap(foldersOf));
    this.#read = read;
  }

  /** Deleted, and not committed yet. */
  isGone(file: string): boolean {
    return this.#text(file) === null;
  }

  reaches(test: string, changed: readonly string[]): boolean {
    const seen = new Set([test]);
    for (const place of seen) {
      if (changed.some((file) => file === place || file.startsWith(`${place}/`))) return true;
      for (const next of this.#next(place)) seen.add(next);
    }
    return false;
  }

  /** Files and folders that a file leads to. */
  #next(file: string): readonly string[] {
    const known = this.#known.get(file);
    if (known) return known;
    const text = /\.(ts|tsx|mjs|js)$/.test(file) ? (this.#text(file) ?? '') : '';
    const here = (name: string): string => normalize(join(dirname(file), name));
    const named = isOfTests(file)
      ? [...text.matchAll(/['`]([\w@./-]+)['`]/g)].map(([, name = '']) => name)
      : [];
    const found = [
      ...importsOf(text)
        .filter((name) => name.startsWith('.'))
        .map(here),
      ...named.flatMap((name) => [normalize(name), here(name)]).map((name) => name.replace(/\/$/, '')),
      ...(READ_BY_PROGRAMS[file] ?? []),
    ].filter((name) => this.#files.has(name) || this.#folders.has(name));
    this.#known.set(file, found);
    return found;
  }

  #text(file: string): string | null {
    try {
      return this.#read(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}

/** `a/b/c.ts` → `a/b`, `a`. */
function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
