/**
 * The image that the Dockerfile builds on: the official one where its registry answers, else a stand-in under
 * the same name, made of Debian's packages, the project's own Node.js and npm from its registry.
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '../servers/server.ts';
import type { Engine } from './engine.ts';
import { installFromDebian } from './find-engine.ts';
import { runProgram, succeeds } from './programs.ts';

const MIRROR = 'http://deb.debian.org/debian';
const NPM_VERSION = '11.19.1';

/** Left out by Debian's slim images too. */
const NEEDLESS = ['var/cache/apt', 'var/lib/apt/lists', 'var/log', 'dev'].concat(
  ['doc', 'info', 'locale', 'man'].map((folder) => `usr/share/${folder}`),
);

/** As in Docker's official images: apt keeps no archives and no index of them. */
const APT_CLEAN = `Dir::Cache::pkgcache "";\nDir::Cache::srcpkgcache "";\nAPT::Keep-Downloaded-Packages "false";\n`;

/**
 * `node:24-trixie-slim@sha256:…` → its parts, from the Dockerfile's argument. `pinned` = with its checksum.
 */
export function baseOf(dockerfile: string): { pinned: string; name: string; node: string; debian: string } {
  const [pinned = '', name = '', node = '', debian = ''] =
    /^ARG NODE_IMAGE=((node:(\d+)-(\w+)-slim)@sha256:[0-9a-f]{64})$/m.exec(dockerfile)?.slice(1) ?? [];
  if (!name) throw new Error('NODE_IMAGE in the Dockerfile is no node:<major>-<release>-slim@sha256:…');
  return { pinned, name, node, debian };
}

/** The base of the image: `name` for the engine, `words` for a person. */
interface Base {
  readonly name: string;
  readonly words: string;
}

/**
 * Makes sure that the Dockerfile finds its base image.
 *
 * @param official refuse the stand-in
 * @throws Unavailable when there is none and a stand-in may not or cannot be made
 */
export async function ensureBase(
  engine: Engine,
  { official, say }: { readonly official: boolean; readonly say: (line: string) => void },
): Promise<Base> {
  const base = baseOf(readFileSync('Dockerfile', 'utf8'));
  if (await engine.pull(base.pinned)) {
    return { name: base.pinned, words: `${base.name} of its registry, as the Dockerfile pins it` };
  }
  const kept = await engine.standInOf(base.name);
  if (kept === '') return { name: base.name, words: `${base.name} as it was pulled before` };
  if (official) throw new Unavailable(`The registry did not give ${base.pinned}`);
  const { node: version } = process.versions;
  if (!version.startsWith(`${base.node}.`)) {
    throw new Unavailable(`This runs on Node.js ${version}, the Dockerfile asks for ${base.node}`);
  }
  const label = `${base.debian}-node-${version}-npm-${NPM_VERSION}`;
  if (kept !== label) await makeStandIn(engine, { ...base, version, label, say });
  return {
    name: base.name,
    words: `a stand-in for ${base.name} (Debian ${base.debian}, Node.js ${version})`,
  };
}

async function makeStandIn(
  engine: Engine,
  base: { name: string; debian: string; version: string; label: string; say: (line: string) => void },
): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new Unavailable('No registry of images answers, and a base can be made by root alone');
  }
  if (!(await succeeds('debootstrap', ['--version']))) await installFromDebian('debootstrap', base.say);
  base.say(`No registry of images answers: making a stand-in for ${base.name} (once, a minute)`);
  const folder = mkdtempSync(join(tmpdir(), 'crier-image-base-'));
  try {
    const root = join(folder, 'root');
    // What debootstrap mounts goes with its namespace, even when it is killed.
    const bootstrap = ['debootstrap', '--variant=minbase', base.debian, root, MIRROR];
    await runProgram('unshare', ['--mount', '--propagation', 'private', ...bootstrap]);
    await addNode(root, folder);
    await slim(root);
    const tar = join(folder, 'root.tar');
    await runProgram('tar', ['--numeric-owner', '--create', '--file', tar, '--directory', root, '.']);
    const env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      NODE_VERSION: base.version,
    };
    await engine.importTree({ tar, name: base.name, env, label: base.label });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Node.js, npm and the user, where the official image has them. */
async function addNode(root: string, folder: string): Promise<void> {
  const bin = join(root, 'usr/local/bin');
  const npm = join(root, 'usr/local/lib/node_modules/npm');
  copyFileSync(process.execPath, join(bin, 'node'));
  await runProgram('npm', ['pack', '--silent', '--pack-destination', folder, `npm@${NPM_VERSION}`]);
  mkdirSync(npm, { recursive: true });
  const archive = join(folder, `npm-${NPM_VERSION}.tgz`);
  await runProgram('tar', ['--extract', '--file', archive, '--strip-components=1', '--directory', npm]);
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name));
  }
  await runProgram('chroot', [root, 'groupadd', '--gid', '1000', 'node']);
  const user = ['--uid', '1000', '--gid', 'node', '--create-home', '--shell', '/bin/bash', 'node'];
  await runProgram('chroot', [root, 'useradd', ...user]);
}

async function slim(root: string): Promise<void> {
  for (const name of NEEDLESS) {
    rmSync(join(root, name), { recursive: true });
    mkdirSync(join(root, name));
  }
  for (const name of ['var/cache/apt/archives', 'var/lib/apt/lists']) {
    mkdirSync(join(root, name, 'partial'), { recursive: true });
  }
  writeFileSync(join(root, 'etc/apt/apt.conf.d/docker-clean'), APT_CLEAN);
}
