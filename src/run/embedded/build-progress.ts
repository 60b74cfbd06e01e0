/** The progress of a build with Go, from Go's output. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TemporalProgress } from '../../platform/temporal-start.ts';
import { SERVER_SOURCE } from './temporal-versions.ts';

/** Hears how far it is. */
export type Tell = (progress: TemporalProgress) => void;

/** The progress of a build, from the lines of Go; `complaints` are those that show no progress. */
export interface BuildWatch {
  hear(line: string): void;
  complaints(): string;
}

const FETCHES = 'go: downloading ';
/** Before that, the pace means nothing. */
const LEAST_SHARE = 0.05;

/**
 * Hears Go while it looks at packages: it names each module that it fetches for that.
 *
 * @param moduleCache GOMODCACHE: where those are that need not be fetched
 */
export function watchFetching(moduleCache: string, tell: Tell): (line: string) => void {
  const modules = neededModules();
  let done = modules.filter((module) => existsSync(join(moduleCache, 'cache', 'download', module))).length;
  return (line) => {
    if (!line.startsWith(FETCHES)) return;
    done = Math.min(done + 1, modules.length);
    tell({ step: 'fetching', done, total: modules.length, secondsLeft: null });
  };
}

/** Archives of the modules whose sources are needed; of the others in go.sum, their go.mod alone is. */
function neededModules(): string[] {
  const lines = readFileSync(join(SERVER_SOURCE, 'go.sum'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [path = '', version = ''] = line.split(' ');
    if (!path || version.endsWith('/go.mod')) return [];
    // Go's cache is for file systems that do not distinguish capitals.
    const escaped = path.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
    return [`${escaped}/@v/${version}.zip`];
  });
}

/** What `LIST_FORMAT` gives of one package. */
interface Package {
  readonly name: string;
  readonly stale: boolean;
  readonly folder: string;
  readonly bytes: number;
}

/** For `go list -f`: whether it has to be compiled, its name, its folder, its files. */
export const LIST_FORMAT = '{{.Stale}}|{{.ImportPath}}|{{.Dir}}|{{join .GoFiles "|"}}';

/**
 * Hears `go build -v`, which names each package when it compiles it.
 *
 * @param listed all packages, as `go list` gave them by `LIST_FORMAT`
 */
export function watchBuild(listed: string, tell: Tell): BuildWatch {
  const packages = listed.split('\n').flatMap(parsePackage);
  const known = new Set(packages.map(({ name }) => name));
  // The programs themselves are linked, which Go does not report, and hardly compiled.
  const compiled = packages.filter(({ folder }) => !folder.startsWith(SERVER_SOURCE));
  // A large package takes longer than a small one.
  const left = new Map(compiled.flatMap(({ name, stale, bytes }) => (stale ? [[name, bytes]] : [])));
  const bytes = [...left.values()].reduce((sum, size) => sum + size, 0);
  const complaints: string[] = [];
  const began = Date.now();
  let bytesLeft = bytes;
  const now = (): void => {
    const share = bytes ? 1 - bytesLeft / bytes : 1;
    const seconds = (((Date.now() - began) / 1000) * (1 - share)) / share;
    tell({
      step: left.size ? 'building' : 'linking',
      done: compiled.length - left.size,
      total: compiled.length,
      secondsLeft: share < LEAST_SHARE || !left.size ? null : Math.round(seconds),
    });
  };
  now();
  return {
    hear(line) {
      bytesLeft -= left.get(line) ?? 0;
      if (left.delete(line)) now();
      else if (!known.has(line) && !line.startsWith(FETCHES)) complaints.push(line);
    },
    complaints: () => complaints.join('\n'),
  };
}

function parsePackage(line: string): Package[] {
  const [stale, name, folder, ...files] = line.split('|');
  if (!name || !folder) return [];
  const sizes = files.map((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0);
  return [{ name, stale: stale === 'true', folder, bytes: sizes.reduce((sum, size) => sum + size, 0) }];
}
