/**
 * Other releases of the workflows: coming ones, made from these sources, which add a step, guarded as
 * CONTRIBUTING.md teaches; and those of the past.
 */
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import { loadConfig } from '../../platform/config/config.ts';
import { ensureBundle } from '../../run/roles/workflow-bundle.ts';
import { run, Unavailable } from '../servers/server.ts';

/**
 * `knows` = the release before the change: it takes the new path only where a history shows it. `changed` =
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

/** A release that forgot how its runs began: it starts with an activity instead of a timer. */
const OF_CORE = ['workflows', 'temporal', 'package.json'];
const OF_WORKSPACE = /^src\/[\w-]+\/(workflows|plug)$/;

const FORGETFUL = `
  import { proxyActivities, sleep } from '@temporalio/workflow';
  const { other } = proxyActivities({ startToCloseTimeout: '1 m' });
  export async function PublishPostWorkflow() { await other(); await sleep('1 h'); }
`;

/** Releases of the past, by their commits, and one that cannot continue their runs. */
export interface OlderBuilds {
  readonly cacheDirs: ReadonlyMap<string, string>;
  readonly forgetful: string;
  remove(): void;
}

/**
 * Bundles the workflows as they were when histories were recorded, of each commit that did so.
 *
 * @throws Unavailable without the repository and its past
 */
export async function buildOlderReleases(): Promise<OlderBuilds> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-builds-'));
  const name = basename(await ensureBundle(loadConfig()));
  const bundle = async (release: string, source: string): Promise<string> => {
    const cacheDir = join(folder, `cache-${release}`);
    mkdirSync(cacheDir);
    symlinkSync(resolve('node_modules'), join(source, 'node_modules'));
    const { code } = await bundleWorkflowCode({
      workflowsPath: join(source, 'workflows', 'index.ts'),
      logger: QUIET,
    });
    writeFileSync(join(cacheDir, name), code);
    return cacheDir;
  };
  try {
    const cacheDirs = new Map<string, string>();
    for (const commit of await commitsOfHistories()) {
      const source = join(folder, commit);
      mkdirSync(source);
      const archive = join(folder, `${commit}.tar`);
      await git('archive', '--output', archive, commit, ...(await partsOf(commit)));
      await run('tar', ['-xf', archive, '-C', source]);
      cacheDirs.set(commit, await bundle(commit, source));
    }
    mkdirSync(join(folder, 'forgetful', 'workflows'), { recursive: true });
    writeFileSync(join(folder, 'forgetful', 'workflows', 'index.ts'), FORGETFUL);
    const forgetful = await bundle('forgetful', join(folder, 'forgetful'));
    return { cacheDirs, forgetful, remove: () => rmSync(folder, { recursive: true, force: true }) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** What the bundle of a commit is made of: workspaces have workflows too (`plugged-workflows.ts`). */
async function partsOf(commit: string): Promise<string[]> {
  const folders = (await git('ls-tree', '-rd', '--name-only', commit, 'src/')).split('\n');
  return [...OF_CORE, ...folders.filter((folder) => OF_WORKSPACE.test(folder))];
}

/** The commits that recorded histories, oldest first. */
async function commitsOfHistories(): Promise<string[]> {
  const said = await git('log', '--reverse', '--format=%h', '--', 'temporal/histories').catch(
    (error: Error) => {
      throw new Unavailable(`older workflows are read from the repository: ${error.message.slice(-200)}`);
    },
  );
  const commits = said.split('\n').filter(Boolean);
  if (!commits.length) throw new Unavailable('this copy of the repository has no past');
  return commits;
}

const git = (...args: string[]): Promise<string> => run('git', args);

const nothing = (): void => undefined;
const QUIET = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

function copySources(folder: string, guard: string): string {
  mkdirSync(folder, { recursive: true });
  for (const part of [...OF_CORE, ...globSync(['src/*/workflows', 'src/*/plug'])]) {
    cpSync(resolve(part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.endsWith('/histories'),
    });
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
