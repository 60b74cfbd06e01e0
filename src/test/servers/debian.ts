/**
 * Debian packages without root: apt with its own state, which checks every package against Debian's
 * signature.
 */
import { existsSync, readFileSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { run, Unavailable } from './server.ts';

/** A source of packages. */
export interface Debian {
  /**
   * Downloads packages, named as apt names them (`name`, `name=version`, `name/suite`); resolves with their
   * files, by package name.
   */
  download(specifications: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Downloads packages and what they need that this machine lacks; resolves with their files. */
  downloadWhole(names: readonly string[]): Promise<readonly string[]>;
}

/** The machine's release of Debian by its name (`bookworm`); empty when it is none. */
export function debianRelease(): string {
  const file = '/etc/os-release';
  return (existsSync(file) && /^VERSION_CODENAME=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1]) || '';
}

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Reads the package lists of the machine's own mirror: of its release, with security updates, and of `suite`.
 *
 * @param folder where apt keeps its state; created when it is missing
 * @throws Unavailable when the machine has no apt or no Debian mirror
 */
export async function openDebian(
  folder: string,
  version: { readonly release: string; readonly suite: string },
): Promise<Debian> {
  const { main, security } = await findMirrors();
  await access(KEYRING, constants.R_OK).catch((error: unknown) => {
    throw new Unavailable(`Debian's keys are not at ${KEYRING} (package debian-archive-keyring)`, {
      cause: error,
    });
  });
  for (const name of ['lists/partial', 'cache/archives/partial', 'sources']) {
    await mkdir(join(folder, name), { recursive: true });
  }
  const line = (uri: string, suite: string): string => `deb [signed-by=${KEYRING}] ${uri} ${suite} main\n`;
  await writeFile(
    join(folder, 'sources.list'),
    [...new Set([version.release, version.suite])].map((suite) => line(main, suite)).join('') +
      (security ? line(security, `${version.release}-security`) : ''),
  );
  await writeFile(join(folder, 'status'), '');
  await writeFile(join(folder, 'apt.conf'), settings(folder));
  const apt = (args: readonly string[], cwd = folder): Promise<string> =>
    run('apt-get', ['-c', join(folder, 'apt.conf'), '-qq', ...args], { cwd, env: childEnv({ LC_ALL: 'C' }) });
  await apt(['update']).catch((error: unknown) => {
    throw new Unavailable(`apt-get cannot read the package lists of ${main}: ${(error as Error).message}`, {
      cause: error,
    });
  });
  return {
    async download(specifications) {
      const into = await mkdtemp(join(folder, 'downloaded-'));
      await apt(['download', ...specifications], into);
      return new Map((await readdir(into)).map((file) => [file.split('_')[0] ?? '', join(into, file)]));
    },
    async downloadWhole(names) {
      // Only the machine knows what is installed here, and apt must not wait for another installer.
      const here = ['-o', 'Dir::State::status=/var/lib/dpkg/status', '-o', 'Debug::NoLocking=1'];
      const args = ['install', '--yes', '--download-only', '--reinstall', '--no-install-recommends'];
      await apt([...here, ...args, ...names]);
      const archives = join(folder, 'cache', 'archives');
      return (await readdir(archives))
        .filter((file) => file.endsWith('.deb'))
        .map((file) => join(archives, file));
    },
  };
}

// The machine's own settings (a proxy) apply, except those that would touch the machine's own files.
function settings(folder: string): string {
  const values = {
    'Dir::State::lists': `${folder}/lists`,
    'Dir::State::status': `${folder}/status`,
    'Dir::Cache': `${folder}/cache`,
    'Dir::Cache::pkgcache': 'pkgcache.bin',
    'Dir::Cache::srcpkgcache': 'srcpkgcache.bin',
    'Dir::Etc::sourcelist': `${folder}/sources.list`,
    'Dir::Etc::sourceparts': `${folder}/sources`,
    'Dir::Etc::preferencesparts': `${folder}/sources`,
    'Dir::Etc::preferences': `${folder}/preferences`,
    'Acquire::Languages': 'none',
    'APT::Sandbox::User': '',
    'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled': 'false',
    'Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled': 'false',
  };
  return `#clear APT::Update::Post-Invoke;\n#clear APT::Update::Post-Invoke-Success;\n${Object.entries(values)
    .map(([name, value]) => `${name} "${value}";\n`)
    .join('')}`;
}

async function findMirrors(): Promise<{ main: string; security: string | undefined }> {
  const folder = '/etc/apt/sources.list.d';
  const parts = (await readdir(folder).catch(() => []))
    .filter((name) => /\.(list|sources)$/.test(name))
    .map((name) => join(folder, name));
  const texts = await Promise.all(
    ['/etc/apt/sources.list', ...parts].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const urls = texts
    .join('\n')
    .split('\n')
    .filter((text) => /^\s*(deb\s|URIs:)/.test(text))
    .flatMap((text) => text.match(/\b[a-z+]+:\/{1,2}\S+/g) ?? []);
  const main = urls.find((url) => /\/debian\/?$/.test(url));
  if (!main) {
    throw new Unavailable(
      'No Debian mirror is named in /etc/apt/sources.list or sources.list.d, so its packages cannot be fetched',
    );
  }
  return { main, security: urls.find((url) => /\/debian-security\/?$/.test(url)) };
}
