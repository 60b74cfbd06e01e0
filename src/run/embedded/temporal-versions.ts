/**
 * The Temporal programs that this Crier runs: read from temporal/server/go.mod, the only source of their
 * versions.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with go.mod and the dynamic config. */
export const SERVER_SOURCE = join(import.meta.dirname, '..', '..', '..', 'temporal', 'server');

/**
 * How Go builds them. install.mjs begins with the same: with others, nothing of it would be used again.
 * Without tables for a debugger, the compiler has an eighth less to do.
 */
export const GO_FLAGS = '-mod=readonly -trimpath -buildvcs=false -gcflags=all=-dwarf=false';

/** The three programs: the name that we give them, and the Go package that each is built from. */
export const PROGRAMS = {
  server: { file: 'temporal-server', package: 'go.temporal.io/server/cmd/server' },
  sqlTool: { file: 'temporal-sql-tool', package: 'go.temporal.io/server/cmd/tools/sql' },
  ui: { file: 'temporal-ui-server', package: 'github.com/temporalio/ui-server/v2/cmd/server' },
} as const;

/** Their names. */
export const FILES = Object.values(PROGRAMS).map((program) => program.file);

/** A platform that programs are built for, in Node's terms. */
export interface Target {
  readonly os: 'linux' | 'darwin';
  readonly arch: 'x64' | 'arm64';
}

/** Those that a release has programs for. */
export const TARGETS: readonly Target[] = [
  { os: 'linux', arch: 'x64' },
  { os: 'linux', arch: 'arm64' },
  { os: 'darwin', arch: 'arm64' },
];

/** Versions and platform, as folders and archives of the programs are named. */
export function temporalName(platform: string = process.platform, arch: string = process.arch): string {
  const { server, ui } = temporalVersions();
  return `temporal-${server}-ui-${ui}-${platform}-${arch}`;
}

/** Versions as go.mod pins them, without the leading `v`. */
export interface TemporalVersions {
  readonly go: string;
  readonly server: string;
  readonly ui: string;
}

/** Reads go.mod. */
export function temporalVersions(): TemporalVersions {
  const text = readFileSync(join(SERVER_SOURCE, 'go.mod'), 'utf8');
  const find = (pattern: RegExp): string => {
    const version = pattern.exec(text)?.[1];
    if (!version) throw new TypeError(`temporal/server/go.mod does not match ${pattern.source}`);
    return version;
  };
  return {
    go: find(/^go (\S+)$/m),
    server: find(/^\s*go\.temporal\.io\/server v(\S+)/m),
    ui: find(/^\s*github\.com\/temporalio\/ui-server\/v2 v(\S+)/m),
  };
}

/** Whether dotted version `a` is at least `b`. */
export function atLeast(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]];
  for (let i = 0; i < right.length; i++) {
    if ((left[i] ?? 0) !== (right[i] ?? 0)) return (left[i] ?? 0) > (right[i] ?? 0);
  }
  return true;
}
