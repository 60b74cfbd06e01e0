/**
 * Other releases of the workflows, made from these sources: they add a step, guarded as CONTRIBUTING.md
 * teaches.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import { loadConfig } from '../../config.ts';
import { ensureBundle } from '../../roles/worker.ts';

/**
 * `knows` = the release before the change: it takes the new path only where a history says so. `changed` =
 * the release that takes it.
 */
export type Release = 'knows' | 'changed';

const PATCH = 'faults-pause-before-publishing';
const GUARDS: Readonly<Record<Release, string>> = {
  knows: `workflowInfo().unsafe.isReplaying && patched('${PATCH}')`,
  changed: `patched('${PATCH}')`,
};
/** The new step goes after this line; before it there is nothing to replay. */
const ANCHOR = '  const network = networkActivities(target, organizationId);\n';
const IMPORT = 'import {\n';

export interface Builds {
  /**
   * Folder that a worker of this release gets as CRIER_CACHE_DIR: its bundle has the name that the worker
   * looks for.
   */
  readonly cacheDirs: Readonly<Record<Release, string>>;
  remove(): void;
}

/** Bundles both releases, which takes some seconds each. */
export async function buildReleases(): Promise<Builds> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-builds-'));
  const name = basename(await ensureBundle(loadConfig()));
  try {
    const cacheDirs = { knows: join(folder, 'knows'), changed: join(folder, 'changed') };
    for (const release of ['knows', 'changed'] as const) {
      const source = copySources(join(folder, `source-${release}`), GUARDS[release]);
      mkdirSync(cacheDirs[release]);
      const { code } = await bundleWorkflowCode({
        workflowsPath: join(source, 'workflows', 'index.ts'),
        logger: QUIET,
      });
      writeFileSync(join(cacheDirs[release], name), code);
    }
    return { cacheDirs, remove: () => rmSync(folder, { recursive: true, force: true }) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

const nothing = (): void => undefined;
const QUIET = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

function copySources(folder: string, guard: string): string {
  mkdirSync(folder, { recursive: true });
  for (const part of ['workflows', 'temporal/contract.ts', 'temporal/bounds.ts', 'package.json']) {
    cpSync(resolve(part), join(folder, part), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'workflows', 'publish-post.ts');
  const text = readFileSync(file, 'utf8');
  if (!text.includes(ANCHOR) || !text.includes(IMPORT)) {
    throw new Error(
      'workflows/publish-post.ts has changed: this fault no longer finds the place for its step',
    );
  }
  const step = `  if (${guard}) await sleep(20, { summary: 'a step that the next release brings' });\n`;
  writeFileSync(file, text.replace(IMPORT, `${IMPORT}  patched,\n`).replace(ANCHOR, ANCHOR + step));
  return folder;
}
