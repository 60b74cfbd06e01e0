/**
 * What of Temporal's server Crier never uses, and is left out of its build: workers at cloud services (module
 * `auto-scaled-workers`), archives in clouds, Elasticsearch at AWS, and the store on SQLite. With what these
 * bring along they are two fifths of the build.
 */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PROGRAMS, SERVER_SOURCE } from './temporal-versions.ts';

interface TrimmedModule {
  readonly name: string;
  /** A package of it, by whose folder the module's is found. */
  readonly package: string;
  /** Files that are not copied, by their paths in the module. */
  readonly without: RegExp;
  /** A folder with the files that stand in their place. */
  readonly instead?: string;
}

const MODULES: readonly TrimmedModule[] = [
  {
    name: 'go.temporal.io/auto-scaled-workers',
    package: 'go.temporal.io/auto-scaled-workers/wci/workflow/compute_provider',
    // They use an SDK: of AWS, of Google Cloud, of Kubernetes. Each registers itself, so nothing names it.
    without: /^wci\/workflow\/compute_provider\/(aws\w*|gcp_\w+|k8s)\.go$/,
  },
  {
    name: 'go.temporal.io/server',
    package: PROGRAMS.server.package,
    without:
      /^(common\/archiver\/(gcloud|s3store)|common\/persistence\/sql\/sqlplugin\/sqlite|tests\/(?!testutils))\//,
    instead: join(SERVER_SOURCE, 'left-out'),
  },
];

/** The packages whose folders `leaveOut` asks for. */
export const TRIMMED_PACKAGES = MODULES.map((module) => module.package);

/** How `go list -find -f` says where a package is; `foldersOf` reads its lines. */
export const FOLDER_FORMAT = '{{.ImportPath}}|{{.Dir}}';

/** Packages and their folders. */
export const foldersOf = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(lines.map((line) => line.split('|') as [string, string]));

/**
 * Copies these modules without such files, and writes a go.mod that takes the copies.
 *
 * @param folders of `TRIMMED_PACKAGES` in Go's cache, where their checksums were verified
 * @param draft where the copies go
 * @returns the flag with which Go takes them
 */
export function leaveOut(folders: ReadonlyMap<string, string>, draft: string): string {
  const replaced = MODULES.map((module) => {
    const copy = join(draft, 'modules', module.name);
    copyTrimmed(module, folders.get(module.package) ?? '', copy);
    // Quoted, as the folder may have a space in its name.
    return `replace ${module.name} => ${JSON.stringify(copy)}\n`;
  });
  const modFile = join(draft, 'go.mod');
  writeFileSync(modFile, `${readFileSync(join(SERVER_SOURCE, 'go.mod'), 'utf8')}\n${replaced.join('')}`);
  copyFileSync(join(SERVER_SOURCE, 'go.sum'), join(draft, 'go.sum'));
  return `-modfile=${modFile}`;
}

function copyTrimmed(module: TrimmedModule, packageFolder: string, copy: string): void {
  const levels = module.package.slice(module.name.length + 1).split('/');
  const root = join(packageFolder, ...levels.fill('..'));
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = relative(root, join(entry.parentPath, entry.name));
    if (!entry.isFile() || module.without.test(file) || file.endsWith('_test.go')) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    // Not copied with its rights: what is in Go's cache may not be changed or removed.
    writeFileSync(join(copy, file), readFileSync(join(root, file)));
  }
  if (module.instead) cpSync(module.instead, copy, { recursive: true });
}
