/**
 * A child process for `networks`: it has loaded what a role runs, with all networks registered or only the
 * first ones, and reports its memory.
 */
import { registerHooks } from 'node:module';
import { memoryOf } from './usage.ts';

const [role, networks] = process.argv.slice(2);

/** In place of the list that is generated from the folders: the networks of the first version. */
const FIRST = ['bluesky', 'discord', 'mastodon', 'nostr', 'sandbox', 'slack', 'telegram', 'wordpress'];
const LIST_OF_FIRST = [
  ...FIRST.map((name) => `import { ${name} } from './${name}/index.ts';`),
  `export const providers = [${FIRST.join(', ')}];`,
].join('\n');

if (networks === 'first') {
  registerHooks({
    load: (url, context, next) =>
      url.endsWith('/providers/list.ts')
        ? { format: 'module', source: LIST_OF_FIRST, shortCircuit: true }
        : next(url, context),
  });
}
// What the role itself imports when it starts; nothing is started.
if (role === 'api') await import('../src/run/roles/api.ts');
else await import('../src/run/roles/worker.ts');
const { createRegistry } = await import('../providers/index.ts');
const count = createRegistry({ sandbox: true }).size;
globalThis.gc?.();
globalThis.gc?.();
const { heapUsed } = process.memoryUsage();
process.stdout.write(
  JSON.stringify({ count, heapMb: heapUsed / 1e6, pssMb: memoryOf(process.pid)?.pss ?? 0 }),
);
