/**
 * Temporal's server can start workers at cloud services (its module `auto-scaled-workers`). Crier does not
 * use that, and the services' SDKs are more than a quarter of the server's build: they are left out.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SERVER_SOURCE } from './temporal-versions.ts';

const MODULE = 'go.temporal.io/auto-scaled-workers';
/** The package with the services. Each registers itself, so that nothing names one that is not there. */
export const CLOUD_PACKAGE = `${MODULE}/wci/workflow/compute_provider`;
/** Its files that use an SDK: of AWS, of Google Cloud, of Kubernetes. */
const SDK_FILES = /^wci\/workflow\/compute_provider\/(aws\w*|gcp_\w+|k8s)\.go$/;

/**
 * Copies the module without these files, and writes a go.mod that takes the copy.
 *
 * @param cloudPackage the package's folder in Go's cache, where its checksum was verified
 * @param draft where the copy goes
 * @returns the flag with which Go takes it
 */
export function leaveOutClouds(cloudPackage: string, draft: string): string {
  const module = join(
    cloudPackage,
    ...CLOUD_PACKAGE.slice(MODULE.length + 1)
      .split('/')
      .fill('..'),
  );
  const copy = join(draft, 'auto-scaled-workers');
  for (const entry of readdirSync(module, { recursive: true, withFileTypes: true })) {
    const file = relative(module, join(entry.parentPath, entry.name));
    if (!entry.isFile() || SDK_FILES.test(file) || file.endsWith('_test.go')) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    // Not copied with its rights: what is in Go's cache may not be changed or removed.
    writeFileSync(join(copy, file), readFileSync(join(module, file)));
  }
  const modFile = join(draft, 'go.mod');
  const pinned = readFileSync(join(SERVER_SOURCE, 'go.mod'), 'utf8');
  // Quoted, as the folder may have a space in its name.
  writeFileSync(modFile, `${pinned}\nreplace ${MODULE} => ${JSON.stringify(copy)}\n`);
  copyFileSync(join(SERVER_SOURCE, 'go.sum'), join(draft, 'go.sum'));
  return `-modfile=${modFile}`;
}
