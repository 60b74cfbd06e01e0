/** The gates of the code base: what no change may break, checked by reading the tree. */
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { REGISTRY, canPublish, exportOf, networkFolders, renderRegistry } from './write-registry.ts';

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

describe('the providers', () => {
  /** Files of every network; of one that posts can be published to; and those that a provider may have. */
  const EVERY = ['index.ts', 'schema.ts', 'rules.ts', 'rules.test.ts'];
  const PUBLISHING = [
    'auth.ts',
    'api.ts',
    'errors.ts',
    'prepare.ts',
    'publish.ts',
    'verify.ts',
    'contract.test.ts',
  ];
  const OPTIONAL = ['oauth.ts', 'payload.ts', 'media.ts', 'text.ts', 'tools.ts', 'analytics.ts'];

  it.each(networkFolders())('%s has the file names of every provider', (name) => {
    const held = files
      .filter((f) => f.startsWith(`providers/${name}/`))
      .map((f) => f.slice(`providers/${name}/`.length));
    const required = [...EVERY, ...(canPublish(name) ? PUBLISHING : [])];
    const allowed = new Set([...required, ...(canPublish(name) ? OPTIONAL : [])]);
    // A file may keep its parts in a folder of its name (api.ts, api/relays.ts). A test is named after its
    // file.
    const isKnown = (file: string): boolean =>
      allowed.has(file) ||
      allowed.has(`${file.split('/')[0]}.ts`) ||
      (file.endsWith('.test.ts') && held.includes(file.replace('.test.ts', '.ts')));
    expect({
      missing: required.filter((f) => !held.includes(f)),
      unknown: held.filter((f) => !f.startsWith('fixtures/') && !isKnown(f)),
    }).toEqual({ missing: [], unknown: [] });
  });

  it.each(networkFolders())('%s runs the tests of every provider', (name) => {
    expect(text(`providers/${name}/index.ts`)).toContain(`identifier: '${name}'`);
    expect(text(`providers/${name}/rules.test.ts`)).toContain(`testNetwork(${exportOf(name)},`);
    if (canPublish(name)) expect(text(`providers/${name}/contract.test.ts`)).toMatch(/testProvider\(/);
  });

  it('stand in the list: otherwise run npm run generate', () => {
    expect(text(REGISTRY)).toBe(renderRegistry());
  });

  it('import the kit, what networks share and their own folder only, types included', () => {
    const all = (file: string): string[] =>
      [...text(file).matchAll(/(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g)].map((m) =>
        normalize(join(dirname(file), m[1] ?? '')),
      );
    const foreign = (file: string): string[] => {
      const [, own = ''] = /^(providers\/(?:_shared\/)?[^/]+\/)/.exec(file) ?? [];
      const open = ['_kit', '_networks'].some((n) => own === `providers/${n}/`)
        ? [own]
        : [own, 'providers/_kit/', ...(own.includes('/_shared/') ? [] : ['providers/_shared/'])];
      return all(file).filter((to) => own && !open.some((folder) => to.startsWith(folder)));
    };
    expect(
      product
        .filter((f) => f.startsWith('providers/'))
        .flatMap((f) => foreign(f).map((to) => `${f} -> ${to}`)),
    ).toEqual([]);
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
