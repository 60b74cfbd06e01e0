/** The archives of the Temporal CLI, whose dev server serves where the official one cannot be built. */

import type { OfficialArchive } from './official-archives.ts';

/** Has the server of temporal/server/go.mod in it: 1.32.0. */
export const CLI_VERSION = '1.9.1';

/** SHA-256 of the release's archives, by Node's name of the platform. Nothing else is ever run. */
const CHECKSUMS: Readonly<Record<string, { readonly name: string; readonly sha256: string } | undefined>> = {
  'linux-x64': {
    name: 'linux_amd64',
    sha256: '09a0326a51db84d02735e53542b9ebd8c4758daf47482a9ab0abce15844e60d5',
  },
  'linux-arm64': {
    name: 'linux_arm64',
    sha256: '6c57c352d52fc3df34412376fd9ba6f74b7e3ace8e426e6cba8600156d36a145',
  },
  'darwin-x64': {
    name: 'darwin_amd64',
    sha256: '48cdd6c84c56e27ae8e4d9a47052b89289a9c552dee029b49dd312c6fb72873f',
  },
  'darwin-arm64': {
    name: 'darwin_arm64',
    sha256: '41e0425378fcb4fb5766340b97435e20fe47bbff2d7bf644ec2d51f7662b7c56',
  },
};

/** The archive for a platform; undefined where there is none. */
export function cliArchive(
  platform: string = process.platform,
  arch: string = process.arch,
): OfficialArchive | undefined {
  const found = CHECKSUMS[`${platform}-${arch}`];
  return (
    found && {
      url: `https://github.com/temporalio/cli/releases/download/v${CLI_VERSION}/temporal_cli_${CLI_VERSION}_${found.name}.tar.gz`,
      sha256: found.sha256,
    }
  );
}
