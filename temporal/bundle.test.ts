import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
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
import { dirname, join, resolve } from 'node:path';
import { buildWorkflowBundle } from './worker.ts';

describe('the workflow bundle', () => {
  let copy: string;
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'crier-bundle-'));
    for (const folder of ['workflows', 'temporal/contract', 'package.json']) {
      cpSync(resolve(folder), join(copy, folder), { recursive: true });
    }
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  });
  afterEach(() => rmSync(copy, { recursive: true, force: true }));

  /** Bundles a copy of the workflows with one more file in it; the error has the bundler's own message. */
  async function bundleWith(line: string): Promise<string> {
    const said: string[] = [];
    const logger = new DefaultLogger('ERROR', ({ message }) => void said.push(message));
    writeFileSync(join(copy, 'workflows', 'intruder.ts'), `${line}\n`);
    writeFileSync(
      join(copy, 'workflows', 'index.ts'),
      "export { PublishPostWorkflow } from './publish-post.ts';\nexport * from './intruder.ts';\n",
    );
    try {
      return (await bundleWorkflowCode({ workflowsPath: join(copy, 'workflows', 'index.ts'), logger })).code;
    } catch (error) {
      throw new Error([(error as Error).message, ...said].join('\n'), { cause: error });
    }
  }

  it('is built, and contains every workflow', async () => {
    const code = await buildWorkflowBundle();
    expect(code).toContain('PublishPostWorkflow');
    expect(code).toContain('ReconcileWorkflow');
  });

  it('takes little memory: each thread keeps it, in twice the size with one letter beyond Latin-1', async () => {
    const code = await buildWorkflowBundle();
    expect(code).not.toMatch(/[\u0080-\uffff]/);
    expect(code).toContain(String.raw`\u201c`);
    const map = Buffer.from(code.slice(code.lastIndexOf('base64,') + 7), 'base64').toString();
    expect(JSON.parse(map)).toMatchObject({ mappings: expect.stringMatching(/^[\w;,+/]{1000,}/) });
    expect(JSON.parse(map)).not.toHaveProperty('sourcesContent');
  });

  it('accepts one more file that imports what workflows may import', async () => {
    await expect(
      bundleWith(
        "import { utcMinute } from '../temporal/contract/words.ts';\nimport { sleep } from '@temporalio/workflow';\nexport const words = [utcMinute, sleep];",
      ),
    ).resolves.toContain('words');
  });

  it('is refused when a workflow imports a Node module', async () => {
    await expect(
      bundleWith("import { readFileSync } from 'node:fs';\nexport const words = readFileSync;"),
    ).rejects.toThrow('ERROR in node:fs\n');
  });

  it('is refused when a workflow imports a file of src that uses Node', async () => {
    const file = 'src/platform/config/config.ts';
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(resolve(file), join(copy, file));
    await expect(
      bundleWith(`import { loadConfig } from '../${file}';\nexport const words = loadConfig;`),
    ).rejects.toThrow(`/${file}`);
  });

  it('is refused when a workflow imports activities as more than a type', async () => {
    cpSync(resolve('activities'), join(copy, 'activities'), { recursive: true });
    await expect(
      bundleWith(
        "import { createCoreActivities } from '../activities/index.ts';\nexport const words = createCoreActivities;",
      ),
    ).rejects.toThrow('ERROR in node:crypto\n');
  });
});

describe('the sources of the workflows', () => {
  /** What a source imports as values: types leave no trace in the bundle. */
  const imports = (source: string): string[] =>
    [...source.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';$/gms)].map(
      (found) => found[1] ?? '',
    );
  const mayImport = (name: string): boolean =>
    name === '@temporalio/workflow' ||
    /^(\.\.\/)+temporal\/contract\//.test(name) ||
    /^\.\/[\w.-]+\.ts$/.test(name);

  const sources = globSync(['workflows/*.ts', 'src/*/workflows/*.ts']);
  it.each(sources.filter((file) => !/\.test\.ts$|\/plugged-|\/contract\.ts$/.test(file)))(
    '%s imports the workflow API, the contract, the time bounds and its neighbours, everything else as a type',
    (file) => {
      const source = readFileSync(resolve(file), 'utf8');
      const names = imports(source);
      // One whose imports are all types has none.
      expect(names.length).toBeGreaterThan(/^(import|export) (?!type ).* from /m.test(source) ? 0 : -1);
      expect(names.filter((name) => !mayImport(name))).toEqual([]);
    },
  );

  it('must not import a file of src or a package, even one that bundles', () => {
    const source =
      "import { v5 } from 'uuid';\nimport type { Config } from '../src/platform/config/config.ts';\nimport {\n  a,\n} from '../src/posts/read/timeline.ts';\n";
    expect(imports(source).filter((name) => !mayImport(name))).toEqual([
      'uuid',
      '../src/posts/read/timeline.ts',
    ]);
  });
});
