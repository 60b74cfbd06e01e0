#!/usr/bin/env node
/**
 * The first command of every npm script: makes node_modules match package-lock.json, and does nothing when it
 * does.
 *
 *     node install.mjs          what running needs
 *     node install.mjs --dev    what tests and checks need as well
 *
 * Plain JavaScript for the machine's own Node (18 and newer): the Node that Crier runs on comes with the
 * packages.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 18;
const NODE_FOR_TYPESCRIPT = [22, 18];
/**
 * npm writes its own note about what it installed and the lock file within a moment of each other, in either
 * order.
 */
const SLACK_MS = 3000;

/** What most of Temporal's server is made of. Go keeps what it compiles, and the build goes on there. */
const GO_PACKAGES = [
  'go.temporal.io/sdk/client',
  'github.com/jackc/pgx/v5/stdlib',
  'github.com/temporalio/ringpop-go',
  'github.com/prometheus/client_golang/prometheus/promhttp',
  'go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc',
];
const GO_MODULES = [
  'go.temporal.io/server',
  'go.temporal.io/auto-scaled-workers',
  'github.com/temporalio/ui-server/v2',
];

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.crier-installed');
const lockFile = join(root, '.cache', 'install.lock');
/** The whole set holds everything that the smaller one does, in the same places. */
const wanted = process.argv.includes('--dev') ? 'all' : 'run';

main();

function main() {
  const [major] = version(process.versions.node);
  if (major < OLDEST_NODE) {
    stop(
      `Crier needs Node.js ${OLDEST_NODE} or newer to install itself; this is ${process.version}: install the current one from nodejs.org`,
    );
  }
  if (process.platform === 'win32') {
    stop(
      'Crier does not run on Windows itself yet: start it in WSL (wsl --install), or with docker compose up',
    );
  }
  if (!isInstalled()) locked(install);
  if (!runsTypeScript()) {
    stop('npm has no Node.js 24 for this machine: install Node.js 24 (nodejs.org), and start again');
  }
}

/** Whether node_modules matches package-lock.json, for what is to be run. */
function isInstalled() {
  const found = installedSet();
  return found === 'all' || found === wanted;
}

/**
 * What of package-lock.json is in node_modules, by our own stamp or by npm's note; null = another state of
 * it.
 */
function installedSet() {
  const [digest, platform, set = 'all'] = readOrEmpty(stampFile).split(' ');
  if (`${digest} ${platform}` === lockDigest()) return set;
  const noteFile = join(modules, '.package-lock.json');
  const note = statSync(noteFile, { throwIfNoEntry: false });
  const lock = statSync(join(root, 'package-lock.json'), { throwIfNoEntry: false });
  if (!lock) stop('package-lock.json is missing: get it back with git checkout package-lock.json');
  if (!note || note.mtimeMs + SLACK_MS < lock.mtimeMs) return null;
  const { packages } = JSON.parse(readFileSync(noteFile, 'utf8'));
  const development = Object.entries(packages).some(
    ([path, { dev }]) => dev && path.startsWith('node_modules/'),
  );
  const found = development ? 'all' : 'run';
  writeStamp(found);
  return found;
}

function install() {
  // The one before us may have done it while we waited.
  if (isInstalled()) return;
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    stop(
      'node_modules is a link, and npm ci would empty the folder that it points to: remove the link (rm node_modules) and start again',
    );
  }
  const began = Date.now();
  const stamp = readOrEmpty(stampFile);
  // A folder that was made for development stays one.
  const set = stamp && !stamp.endsWith(' run') ? 'all' : wanted;
  // Added to what is there: npm ci would first take it away, from under an instance that runs.
  const adds = installedSet() === 'run';
  const verb = adds ? 'install' : 'ci';
  const begun = existsSync(modules) ? 'Updating' : 'Installing';
  say(
    adds
      ? 'Adding the packages for tests and checks (once, less than a minute) …'
      : `${begun} packages with npm ci (once, about a minute) …`,
  );
  const compiling = compileMeanwhile();
  // With any NODE_ENV.
  const npm = spawnSync(
    'npm',
    [
      verb,
      ...(adds ? ['--no-save'] : []),
      set === 'all' ? '--include=dev' : '--omit=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: root, stdio: ['inherit', process.stderr, 'inherit'] },
  );
  for (const go of compiling) go.kill('SIGINT');
  if (npm.error) stop(`npm does not run (${npm.error.message}): install Node.js with npm`);
  if (npm.signal) stop(`npm ${verb} was stopped (${npm.signal}): start again`);
  if (npm.status !== 0) {
    stop(
      `npm ${verb} failed; its words are above. Without a network it cannot fetch packages; with a full disk it cannot store them`,
    );
  }
  writeStamp(set);
  say(`Packages installed in ${Math.round((Date.now() - began) / 1000)} s`);
}

/**
 * Packages arrive by the network while a processor is idle: where `npm start` is going to build Temporal's
 * server, Go begins with what does not depend on Crier. These flags are those of the build
 * (temporal-build.ts), or nothing of it would be used again.
 *
 * @returns what runs, to be ended when the packages are there
 */
function compileMeanwhile() {
  const settings = readOrEmpty(join(root, '.env'));
  const given = (name) => process.env[name] || new RegExp(`^${name}=.`, 'm').test(settings);
  const source = join(root, 'temporal', 'server');
  if (process.env.npm_lifecycle_event !== 'start' || !existsSync(source)) return [];
  if (given('TEMPORAL_ADDRESS') || given('CRIER_TEMPORAL_BIN')) return [];
  const env = {
    ...process.env,
    CGO_ENABLED: '0',
    GOWORK: 'off',
    GOFLAGS: '-mod=readonly -trimpath -buildvcs=false -gcflags=all=-dwarf=false',
    ...(totalmem() > 3e9 ? { GOGC: '400' } : {}),
  };
  return [
    ['mod', 'download', ...GO_MODULES],
    ['build', ...GO_PACKAGES],
  ].map((args) => {
    const go = spawn('nice', ['-n', '19', 'go', ...args], { cwd: source, env, stdio: 'ignore' });
    // Without Go, the start says what it does instead.
    go.on('error', () => undefined);
    return go;
  });
}

/** Two at once would work on the same node_modules: the second one waits. */
function locked(work) {
  mkdirSync(dirname(lockFile), { recursive: true });
  for (let told = false; !takeLock(); told = true) {
    if (!told) say('Waiting for another start that installs packages …');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  }
  process.on('exit', () => rmSync(lockFile, { force: true }));
  work();
}

function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') stop(`Could not write ${lockFile}: ${error.message}`);
  }
  const holder = Number(readOrEmpty(lockFile));
  const age = Date.now() - (statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // Empty for the moment between its making and its writing; a holder that was killed leaves it behind.
  if (holder ? !runs(holder) : age > 5000) rmSync(lockFile, { force: true });
  return false;
}

function runs(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The scripts run with the project's own Node when it is there, else with this one. */
function runsTypeScript() {
  if (existsSync(join(modules, '.bin', 'node'))) return true;
  const [major, minor] = version(process.versions.node);
  return (
    major > NODE_FOR_TYPESCRIPT[0] || (major === NODE_FOR_TYPESCRIPT[0] && minor >= NODE_FOR_TYPESCRIPT[1])
  );
}

function lockDigest() {
  return `${createHash('sha256')
    .update(readOrEmpty(join(root, 'package-lock.json')))
    .digest('hex')} ${process.platform}-${process.arch}`;
}

function writeStamp(set) {
  try {
    mkdirSync(modules, { recursive: true });
    writeFileSync(stampFile, `${lockDigest()} ${set}`);
  } catch (error) {
    // A node_modules of another user: npm's own note does, and is looked at each time.
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  }
}

function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

function version(text) {
  return text.split('.').map(Number);
}

function say(line) {
  console.error(`crier: ${line}`);
}

function stop(line) {
  console.error(`crier: ${line}`);
  process.exit(1);
}
