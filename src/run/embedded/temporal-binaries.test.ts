import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { checkChecksums, writeChecksums } from './checksums.ts';
import { buildWorld, type World } from './fixtures/world.ts';
import { runProgram } from '../../platform/processes.ts';
import { temporalBinaries, temporalFolder } from './temporal-binaries.ts';
import { atLeast, PROGRAMS } from './temporal-versions.ts';

let world: World;
beforeEach(() => {
  world = buildWorld();
});
afterEach(() => world.dispose());

const files = Object.values(PROGRAMS).map((p) => p.file);

async function fillCache(): Promise<string> {
  const folder = temporalFolder(world.dataDir);
  mkdirSync(folder);
  for (const file of files) writeFileSync(join(folder, file), `program ${file}`);
  await writeChecksums(folder, files);
  return folder;
}

describe('the cached programs', () => {
  it('are used when they are unchanged', async () => {
    const folder = await fillCache();
    expect(await temporalBinaries(world.dataDir, world.say)).toEqual({
      kind: 'server',
      server: join(folder, 'temporal-server'),
      sqlTool: join(folder, 'temporal-sql-tool'),
      ui: join(folder, 'temporal-ui-server'),
    });
    expect(world.said).toEqual([]);
  });

  it('are not used when one was changed or is missing', async () => {
    const folder = await fillCache();
    writeFileSync(join(folder, 'temporal-server'), 'something else');
    expect(await checkChecksums(folder, files)).toBe('changed');
    expect(await checkChecksums(join(world.dataDir, 'nowhere'), files)).toBe('missing');
  });
});

describe('a machine without Go and without a network', () => {
  it('shows every reason and what to do about it', async () => {
    const code = `import { temporalBinaries } from '${join(import.meta.dirname, 'temporal-binaries.ts')}';
      await temporalBinaries('${world.dataDir}', console.log).catch((error) => console.log(error.name, error.message));`;
    // A proxy that nobody listens on keeps the download from leaving the machine.
    const dead = 'http://127.0.0.1:1';
    const output = await runProgram(process.execPath, ['--input-type=module', '-e', code], {
      env: childEnv({ PATH: '/nonexistent', HTTPS_PROXY: dead, https_proxy: dead, NODE_OPTIONS: undefined }),
    });
    expect(output.trim().split('\n')).toEqual([
      'No Temporal server of our own: there is no Go on the PATH',
      expect.stringMatching(/^Using the dev server of the Temporal CLI [\d.]+ instead$/),
      expect.stringMatching(
        /^StartError There is no Temporal server: there is no Go on the PATH; the download of the Temporal CLI failed: .*\. Install Go [\d.]+ or newer and start again, or set TEMPORAL_ADDRESS/,
      ),
    ]);
  });
});

describe('versions', () => {
  it.each([
    ['1.26.8', '1.26.8', true],
    ['1.27', '1.26.8', true],
    ['1.26', '1.26.8', false],
    ['1.9.9', '1.26.8', false],
    ['2', '1.26.8', true],
  ])('%s satisfies %s: %s', (found, wanted, enough) => {
    expect(atLeast(found, wanted)).toBe(enough);
  });
});
