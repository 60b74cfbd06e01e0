/** The gates of the code base: what no change may break, checked by reading the tree. */
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOTS = ['src', 'workflows', 'activities', 'providers', 'migrations', 'temporal'];
const files = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((f) => join(root, f)),
).filter((f) => /\.tsx?$/.test(f) && !f.includes('node_modules'));
const isTest = (file: string): boolean =>
  /\.test\.tsx?$|^src\/test\/|fixtures\/|test-(provider|network|harness)\.ts$/.test(file);
const product = files.filter((f) => !isTest(f));
const text = (file: string): string => readFileSync(file, 'utf8');

/** What a checker printed when it was not content. */
async function complaints(command: string, args: string[]): Promise<string> {
  return run(command, args, { maxBuffer: 64 * 1024 * 1024 }).then(
    () => '',
    (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`,
  );
}

/** Value imports of a file (types do not make a dependency). */
function imports(file: string): string[] {
  const found = text(file).matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+'(\.[^']+)'/gm);
  return [...found].map((m) => normalize(join(dirname(file), m[1] ?? '')));
}

/** Edges from files that match `from` to files that match none of `allowed`. */
function forbidden(from: RegExp, allowed: readonly RegExp[]): string[] {
  return product
    .filter((f) => from.test(f))
    .flatMap((f) =>
      imports(f)
        .filter((to) => !allowed.some((a) => a.test(to)))
        .map((to) => `${f} -> ${to}`),
    );
}

describe('the code base', () => {
  it('passes the linter, without a warning', async () => {
    expect(await complaints('node_modules/.bin/oxlint', ['--deny-warnings'])).toBe('');
  }, 120_000);

  it('is laid out by the formatter, and comments fit its width', async () => {
    expect(await complaints('node_modules/.bin/oxfmt', ['--check'])).toBe('');
    const wide = (file: string): string[] =>
      text(file)
        .split('\n')
        .filter((line) => line.length > 110 && /^\s*(\/\/|\/?\*)\s/.test(line));
    expect(files.filter((f) => wide(f).length > 0)).toEqual([]);
  });

  it('has no type error', async () => {
    expect(await complaints('node_modules/.bin/tsc', ['--noEmit'])).toBe('');
    expect(await complaints('node_modules/.bin/tsc', ['--noEmit', '-p', 'src/web'])).toBe('');
  }, 300_000);

  it('reads the environment in one file', () => {
    expect(product.filter((f) => /process\.env\b/.test(text(f)))).toEqual(['src/config.ts']);
  });

  it('keeps every file under 400 lines', () => {
    // The types of the client are generated from the OpenAPI document, and read by nobody but the compiler.
    expect(files.filter((f) => !f.endsWith('/schema.d.ts') && text(f).split('\n').length > 400)).toEqual([]);
  });

  it('has no empty catch and no any', () => {
    expect(product.filter((f) => /catch(\s*\([^)]*\))?\s*\{\s*\}/.test(text(f)))).toEqual([]);
    expect(
      files.filter((f) =>
        /@ts-(ignore|nocheck)|[:<]\s*any\b(?!\()/.test(
          text(f).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, ''),
        ),
      ),
    ).toEqual([]);
  });

  it('has one copy of each workflow', () => {
    expect(product.filter((f) => f.startsWith('workflows/') && /v\d/i.test(basename(f)))).toEqual([]);
  });
});

describe('the arrows between the folders', () => {
  it('point from a network to the kit and to what networks share only', () => {
    expect(
      forbidden(/^providers\/(?!_)[^/]+\//, [/^providers\/_(kit|shared)\//]).filter((edge) => {
        const [from, to] = edge.split(' -> ');
        return dirname(from ?? '') !== dirname(to ?? '');
      }),
    ).toEqual([]);
  });

  it('point from workflows to the contract only', () => {
    expect(forbidden(/^workflows\//, [/^workflows\//, /^temporal\/contract\.ts$/])).toEqual([]);
  });

  it('leave the contract pure', () => {
    expect(imports('temporal/contract.ts')).toEqual([]);
  });

  it('never point from providers, activities or commands to routes or middleware', () => {
    expect(
      forbidden(/^(providers|activities|src\/(commands|policies|presenters|entities|outbox))\//, [
        /^(?!src\/(routes|middleware|roles|cli)\/)/,
      ]),
    ).toEqual([]);
  });

  it('never point from activities to commands', () => {
    expect(forbidden(/^activities\//, [/^(?!src\/commands\/)/])).toEqual([]);
  });

  it('never point from product to tests', () => {
    expect(
      product.flatMap((f) =>
        imports(f)
          .filter((to) => /^src\/test\/|\.test\.ts$/.test(to))
          .map((to) => `${f} -> ${to}`),
      ),
    ).toEqual([]);
  });
});

describe('the networks', () => {
  const networks = readdirSync('providers', { withFileTypes: true })
    .filter((d) => d.isDirectory() && !d.name.startsWith('_'))
    .map((d) => d.name);
  const publishes = (name: string): boolean => existsSync(join('providers', name, 'publish.ts'));

  it.each(networks)('%s has the common shape', (name) => {
    const shape = [
      'index.ts',
      'schema.ts',
      `${name}.test.ts`,
      ...(publishes(name) ? ['auth.ts', 'publish.ts', 'errors.ts'] : []),
    ];
    expect(shape.filter((f) => !existsSync(join('providers', name, f)))).toEqual([]);
  });

  it.each(networks)('%s says in a table what it takes and refuses, and stands in the list', (name) => {
    const tests = readdirSync(join('providers', name))
      .filter((f) => f.endsWith('.test.ts'))
      .map((f) => text(join('providers', name, f)))
      .join('\n');
    expect(tests).toMatch(/testNetwork\(/);
    expect(text('providers/index.ts')).toContain(`./${name}/index.ts`);
  });

  it.each(networks.filter(publishes))('%s runs the contract test', (name) => {
    expect(text(join('providers', name, `${name}.test.ts`))).toMatch(/testProvider\(/);
  });
});

describe('public names', () => {
  const documented = product.filter((f) =>
    /^providers\/_kit\/|^temporal\/contract\.ts$|^src\/commands\/|^src\/(errors|config)\.ts$/.test(f),
  );

  it.each(documented)('%s: every export says what it is', (file) => {
    const lines = text(file).split('\n');
    const bare = lines.flatMap((line, n) => {
      const name = /^export (?:async )?(?:abstract )?(?:function|class|const|interface|type) (\w+)/.exec(
        line,
      )?.[1];
      return name && !/\*\/\s*$/.test(lines[n - 1] ?? '') ? [name] : [];
    });
    // One-line helpers of the contract say it by their name and type.
    expect(
      bare.filter(
        (name) => !/^(publish|poll|verify)(Activity|WorkflowId)$|_(UPDATE|QUERY|ID)$|Message$/.test(name),
      ),
    ).toEqual([]);
  });
});
