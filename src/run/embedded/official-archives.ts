/**
 * The archives that Temporal publishes with each release of its server and its UI. Their checksums stand in
 * temporal/server/archives.json, which `npm run temporal:pin` writes; nothing else is ever run. Names of
 * archives, of the programs in them and of the lists of checksums: `.goreleaser.yml` of temporalio/temporal
 * and temporalio/ui-server.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS, SERVER_SOURCE, TARGETS, temporalVersions, type Target } from './temporal-versions.ts';

/** An archive, and what it is once it is unpacked. */
export interface OfficialArchive {
  readonly url: string;
  /** In hexadecimal; an archive with another one is never unpacked. */
  readonly sha256: string;
}

export const PINS_FILE = join(SERVER_SOURCE, 'archives.json');

/** By platform in Node's terms, `linux-x64`: those of the server and of the UI. */
export type Pins = Readonly<Record<string, readonly OfficialArchive[] | undefined>>;

/** The pinned archives: none where the file has none. */
export function readPins(file = PINS_FILE): Pins {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Pins) : {};
}

/** The names that programs have in the archives, and ours. */
export const NAMES_IN_ARCHIVES: Readonly<Record<string, string>> = {
  'temporal-server': PROGRAMS.server.file,
  'temporal-sql-tool': PROGRAMS.sqlTool.file,
  'ui-server': PROGRAMS.ui.file,
};

/** An archive of a release, with the release's list of checksums. */
export interface ReleasedArchive {
  readonly platform: string;
  readonly name: string;
  readonly folder: string;
  readonly checksums: string;
}

/** What a release of the versions in go.mod has for our platforms; `host`: "https://github.com". */
export function releasedArchives(host: string): ReleasedArchive[] {
  const { server, ui } = temporalVersions();
  const releases = [
    { project: 'temporal', version: server, checksums: 'checksums.txt' },
    { project: 'ui-server', version: ui, checksums: `ui-server_${ui}_checksums.txt` },
  ];
  return TARGETS.flatMap((target) =>
    releases.map(({ project, version, checksums }) => {
      const folder = `${host}/temporalio/${project}/releases/download/v${version}`;
      return {
        platform: platformOf(target),
        name: `${project}_${version}_${target.os}_${target.arch === 'x64' ? 'amd64' : target.arch}.tar.gz`,
        folder,
        checksums: `${folder}/${checksums}`,
      };
    }),
  );
}

const platformOf = ({ os, arch }: Target): string => `${os}-${arch}`;

/** The archives for a platform, if both are pinned in the versions of go.mod. */
export function pinnedArchives(
  platform = `${process.platform}-${process.arch}`,
  pins: Pins = readPins(),
): readonly OfficialArchive[] | undefined {
  const wanted = releasedArchives('').filter((released) => released.platform === platform);
  const found = pins[platform] ?? [];
  const isThere = ({ folder, name }: ReleasedArchive): boolean =>
    found.some(({ url }) => url.endsWith(`${folder}/${name}`));
  return wanted.length > 0 && wanted.every(isThere) ? found : undefined;
}
