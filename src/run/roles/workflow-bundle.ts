/** The prebuilt workflow bundle of this state of the sources. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../platform/config/config.ts';

/**
 * Its path in the cache folder. Built once for each state of the sources, in a process of its own: bundling
 * takes 200 MB.
 */
export async function ensureBundle(config: Pick<Config, 'CRIER_CACHE_DIR'>): Promise<string> {
  const path = join(config.CRIER_CACHE_DIR, `workflows-${sourceDigest()}.js`);
  if (existsSync(path)) return path;
  mkdirSync(config.CRIER_CACHE_DIR, { recursive: true });
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, 'bundle', path], { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0 || !existsSync(path)) {
    throw new Error(`The workflows could not be bundled (exit code ${code})`);
  }
  return path;
}

export async function writeBundle(path: string): Promise<void> {
  const { buildWorkflowBundle } = await import('../../../temporal/worker.ts');
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, await buildWorkflowBundle());
  renameSync(partial, path);
  rmSync(partial, { force: true });
}

function sourceDigest(): string {
  const hash = createHash('sha256');
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const files = [
    ...[
      'workflows',
      join('temporal', 'contract'),
      // Of workspaces that plug in (`plugged-workflows.ts`).
      ...readdirSync(join(root, 'src'))
        .sort()
        .map((name) => join('src', name, 'workflows'))
        .filter((folder) => existsSync(join(root, folder))),
    ].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((f) => f.endsWith('.ts') && !f.endsWith('.test.ts'))
        .sort()
        .map((f) => join(folder, f)),
    ),
    'package-lock.json',
  ];
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
