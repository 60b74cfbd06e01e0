/** The gates of the code base: what no change may break, checked by reading the source tree. */
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from '../config.ts';
import { SHARED } from '../http/build-web.ts';
import {
  IDENTIFIERS,
  REGISTRY,
  exportOf,
  networkFolders,
  renderIdentifiers,
  renderRegistry,
} from './write-registry.ts';

const run = promisify(execFile);
const ROOTS = ['src', 'workflows', 'activities', 'providers', 'migrations', 'temporal'];
const files = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((f) => join(root, f)),
)
  // Generated files are not committed, and only the compiler reads them.
  .filter((f) => /\.tsx?$/.test(f) && !/node_modules|\/schema\.d\.ts$/.test(f));
const isTest = (file: string): boolean =>
  /\.test\.tsx?$|^src\/test\/|fixtures\/|test-(provider|network|harness)\.ts$/.test(file);
const product = files.filter((f) => !isTest(f));
const text = (file: string): string => readFileSync(file, 'utf8');

/** What a checker printed when it failed. */
async function complaints(command: string, args: string[]): Promise<string> {
  return run(command, args, { maxBuffer: 64 * 1024 * 1024 }).then(
    () => '',
    (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`,
  );
}

/**
 * What the compiler noted the last time spares it what has not changed since. It names files by where they
 * lie from its notes, which are therefore taken from the cache folder into the checkout, and back.
 */
async function typeErrors(project: string): Promise<string> {
  const name = `${project.replaceAll('/', '-')}.tsbuildinfo`;
  const [kept, used] = [join(cacheDir(), 'types', name), join('node_modules', '.cache', 'types', name)];
  for (const path of [kept, used]) mkdirSync(dirname(path), { recursive: true });
  if (existsSync(kept)) copyFileSync(kept, used);
  const options = ['-p', project, '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', used];
  const found = await complaints('node_modules/.bin/tsc', options);
  if (existsSync(used)) copyFileSync(used, kept);
  return found;
}

/** Which of our files a file imports; types count, because using a type requires knowing its file. */
function imports(file: string): string[] {
  const found = text(file).matchAll(/^(?:import|export)\s+[^;'"]*?from\s+'(\.[^']+)'/gm);
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

/** The folders from the bottom up: each imports those above it in this list, and itself. */
const LAYERS: readonly RegExp[] = [
  /^temporal\/(bounds|contract|migration-contract)\.ts$/,
  /^providers\/_kit\//,
  /^src\/entities\//,
  // The placeholder that the server fills in.
  /^src\/web\/nonce\.ts$/,
  /^migrations\//,
  /^src\/(platform\/|config\.ts$)/,
  /^temporal\/(client|pollers|schedules|run-words)\.ts$/,
  /^src\/mail\//,
  /^providers\//,
  /^src\/context\.ts$/,
  /^src\/http\//,
  /^src\/live\//,
  /^src\/uploads\//,
  /^src\/(short-links|billing)\//,
  /^src\/outbox\//,
  /^src\/oauth\//,
  /^src\/channels\//,
  /^src\/posts\//,
  /^src\/compositions\//,
  /^src\/webhooks\//,
  /^src\/organizations\//,
  /^src\/accounts\//,
  /^src\/migrate-v1\//,
  /^src\/import-from\//,
  /^src\/instance\//,
  /^activities\//,
  /^workflows\//,
  /^temporal\/(worker|replay-open-runs)\.ts$/,
  /^src\/embedded\//,
  /^src\/(operations|router)\.ts$/,
  /^src\/app\.ts$/,
  /^src\/backup\//,
  /^src\/archive\//,
  /^src\/roles\//,
  /^src\/cli\//,
  /^src\/main\.ts$/,
  /^src\/client\//,
  /^src\/web\//,
];
const layer = (file: string): number => LAYERS.findIndex((folder) => folder.test(file));

/** Import cycles, each named by its files (Tarjan's strongly connected components). */
function circles(files: readonly string[]): string[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[] = [];
  const lowOf = (file: string): number => low.get(file) ?? 0;
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.size - 1);
    open.push(file);
    for (const to of imports(file).filter((f) => files.includes(f))) {
      if (!order.has(to)) visit(to);
      if (open.includes(to)) low.set(file, Math.min(lowOf(file), lowOf(to)));
    }
    if (lowOf(file) !== order.get(file)) return;
    const members = open.splice(open.indexOf(file));
    if (members.length > 1) found.push(members.toSorted().join(' '));
  };
  for (const file of files) if (!order.has(file)) visit(file);
  return found;
}

describe('the code base', () => {
  it('passes the linter without a warning', async () => {
    expect(await complaints('node_modules/.bin/oxlint', ['--deny-warnings'])).toBe('');
  }, 120_000);

  it('is formatted, with comments that fit its width', async () => {
    expect(await complaints('node_modules/.bin/oxfmt', ['--check'])).toBe('');
    const wide = (file: string): string[] =>
      text(file)
        .split('\n')
        .filter((line) => line.length > 110 && /^\s*(\/\/|\/?\*)\s/.test(line));
    expect(files.filter((f) => !f.endsWith('/schema.d.ts') && wide(f).length > 0)).toEqual([]);
  });

  it('has no type error', async () => {
    expect(await typeErrors('tsconfig.json')).toBe('');
    expect(await typeErrors('src/web/tsconfig.json')).toBe('');
  }, 300_000);

  it('reads the environment in one file', () => {
    expect(product.filter((f) => /process\.env\b/.test(text(f)))).toEqual(['src/config.ts']);
  });

  it('keeps every file under 400 lines', () => {
    expect(files.filter((f) => text(f).split('\n').length > 400)).toEqual([]);
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

describe('imports between the folders', () => {
  it('leave no file without a place in the order', () => {
    expect(product.filter((f) => layer(f) < 0)).toEqual([]);
  });

  it('go one way, types included', () => {
    const up = product.flatMap((f) =>
      imports(f)
        .filter((to) => product.includes(to) && layer(to) > layer(f))
        .map((to) => `${f} -> ${to}`),
    );
    expect(up).toEqual([]);
  });

  it('form no cycle, types included', () => {
    expect(circles(product)).toEqual([]);
  });

  it('lead from workflows only to the contract and the types of activities', () => {
    expect(
      forbidden(/^workflows\//, [
        /^workflows\//,
        /^temporal\/(bounds|contract|migration-contract)\.ts$/,
        /^activities\/index\.ts$/,
      ]),
    ).toEqual([]);
  });

  it('leave the contract and the bounds pure', () => {
    const pure = ['contract', 'migration-contract', 'bounds'];
    expect(pure.flatMap((name) => imports(`temporal/${name}.ts`))).toEqual([]);
  });

  it('lead to routes only from their lists', () => {
    const toRoutes = product.flatMap((f) =>
      imports(f)
        .filter((to) => /^src\/\w+\/routes\//.test(to) && !/\/routes\//.test(f))
        .map((to) => `${f} -> ${to}`),
    );
    const lists = /^src\/(operations|router)\.ts |^src\/client\//;
    expect(toRoutes.filter((edge) => !lists.test(edge))).toEqual([]);
  });

  it('lead from activities to what changes rows and calls networks, never to requests', () => {
    expect(
      forbidden(/^activities\//, [
        /^(activities|providers|temporal)\//,
        /^src\/(platform|entities|outbox|uploads)\//,
        /^src\/channels\/[\w-]+\.ts$/,
        /^src\/(posts\/(links|occurrences)|short-links\/(make-links|collect-clicks)|webhooks\/[\w-]+)\.ts$/,
        /^src\/migrate-v1\//,
      ]),
    ).toEqual([]);
  });

  it('lead from the web app only to what it shares with the server, which is pure', () => {
    const shared = SHARED.map((file) => new RegExp(`^${file}$`));
    expect(forbidden(/^src\/web\//, [/^src\/web\//, /^src\/client\/schema\.d\.ts$/, ...shared])).toEqual([]);
    expect(SHARED.flatMap(imports).filter((file) => !SHARED.includes(file))).toEqual([]);
  });

  it('lead to parsers of files only in the process for them, and into that only by types', () => {
    const process = /^src\/platform\/media\/process\//;
    const outside = product.filter((f) => !process.test(f));
    const parsers =
      /(?:from|import\(|require\()\s*'(?:sharp|file-type|image-size|mediabunny|pdfkit|libheif-js|@cwasm\/nsbmp)\b/;
    expect(outside.filter((f) => parsers.test(text(f)))).toEqual([]);
    const into =
      /^(?:import|export) (?!type )[^;]*?from '[^']*media\/process\/|^import (?!type )[^;]*?'\.\/process\//m;
    expect(outside.filter((f) => into.test(text(f)))).toEqual([]);
  });

  it('never lead from the product to tests', () => {
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
  /** Files of every network, and those that one may have. */
  const REQUIRED = [
    'index.ts',
    'schema.ts',
    'rules.ts',
    'rules.test.ts',
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
    const allowed = new Set([...REQUIRED, ...OPTIONAL]);
    // A file may keep its parts in a folder of its name (api.ts, api/relays.ts); a test is named after its
    // file.
    const isKnown = (file: string): boolean =>
      allowed.has(file) ||
      allowed.has(`${file.split('/')[0]}.ts`) ||
      (file.endsWith('.test.ts') && held.includes(file.replace('.test.ts', '.ts')));
    expect({
      missing: REQUIRED.filter((f) => !held.includes(f)),
      unknown: held.filter((f) => !f.startsWith('fixtures/') && !isKnown(f)),
    }).toEqual({ missing: [], unknown: [] });
  });

  it.each(networkFolders())('%s runs the tests of every provider', (name) => {
    expect(text(`providers/${name}/index.ts`)).toContain(`identifier: '${name}'`);
    expect(text(`providers/${name}/rules.test.ts`)).toContain(`testNetwork(${exportOf(name)},`);
    expect(text(`providers/${name}/contract.test.ts`)).toMatch(/testProvider\(/);
  });

  it('stand in the lists: otherwise run npm run generate', () => {
    expect(text(REGISTRY)).toBe(renderRegistry());
    expect(text(IDENTIFIERS)).toBe(renderIdentifiers());
  });

  it('import the kit, what networks share and their own folder only, types included', () => {
    const all = (file: string): string[] =>
      [...text(file).matchAll(/(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g)].map((m) =>
        normalize(join(dirname(file), m[1] ?? '')),
      );
    const foreign = (file: string): string[] => {
      const [, own = ''] = /^(providers\/(?:_shared\/)?[^/]+\/)/.exec(file) ?? [];
      const open = ['_kit', '_networks'].some((n) => own === `providers/${n}/`)
        ? [own, 'temporal/bounds.ts']
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

describe('a docstring', () => {
  const EXPORT =
    /\/\*\* ([^\n]*?) \*\/\n\s*export (?:async |abstract )*(?:function|class|const|interface|type) (\w+)/g;
  const SMALL = new Set(
    (
      'a an the of to in on at by for from with and or as is are be it its one this that what which who whose ' +
      'where when how not no each every all any than then into whether if has have may can does do per'
    ).split(' '),
  );
  const words = (of: string): string[] => of.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  const stem = (word: string): string => word.toLowerCase().slice(0, 4);

  /** What a docstring says beyond the words of the name and common small words. */
  const beyond = (doc: string, name: string): string[] => {
    const known = new Set(words(name).map(stem));
    return words(doc).filter((word) => !SMALL.has(word.toLowerCase()) && !known.has(stem(word)));
  };

  it('says more than the name, or is left out', () => {
    const empty = product.flatMap((file) =>
      [...text(file).matchAll(EXPORT)]
        .filter(([, doc = '', name = '']) => beyond(doc, name).length < 2)
        .map(([, doc, name]) => `${file} ${name}: ${doc}`),
    );
    expect(empty).toEqual([]);
  });
});

describe('a plain create-post', () => {
  /** What a reader already knows from elsewhere. */
  const INFRASTRUCTURE: Readonly<Record<string, RegExp>> = {
    'what every process stands on': /^src\/(platform\/|config\.ts$|context\.ts$)/,
    'the tables': /^src\/entities\//,
    'the types of a request and of a declaration': /^src\/http\/(types|operation)\.ts$/,
    'the names, ids, messages, words and time bounds of Temporal':
      /^temporal\/(bounds|contract|client|run-words)\.ts$/,
    'the contract with networks, and the networks': /^providers\/(?!_kit\/(check-|settings-media))/,
  };
  /** What runs only when the request or the instance has something that a plain one does not have. */
  const BRANCHES: Readonly<Record<string, RegExp>> = {
    'an entry names a post that exists': /^src\/posts\/(replace-posts|until-current)\.ts$/,
    'an entry brings media from elsewhere': /^src\/uploads\//,
    'its links become short': /^src\/short-links\//,
    'an entry has a video': /^src\/posts\/entries\/find-thumbnail\.ts$/,
    'posts are counted against a plan': /^src\/billing\/count-posts\.ts$/,
  };
  const lists = [...Object.entries(INFRASTRUCTURE), ...Object.entries(BRANCHES)];

  const read = new Set<string>();
  const passed = new Set<string>();
  const open = (file: string): void => {
    const list = lists.find(([, pattern]) => pattern.test(file));
    if (list) return void passed.add(list[0]);
    if (read.has(file)) return;
    read.add(file);
    for (const to of imports(file)) open(to);
  };
  const routes = product.filter((f) => /^src\/posts\/routes\/create-post\.ts$/.test(f));
  for (const file of routes) open(file);
  const lines = [...read].map((file) => ({ file, lines: text(file).split('\n').length - 1 }));

  it('is read in at most 20 files of 1,600 lines together', () => {
    const sum = lines.reduce((all, one) => all + one.lines, 0);
    // The list is part of the failure, so that one sees which file was added or grew.
    expect(read.size > 20 || sum > 1600 ? { files: read.size, sum, lines } : undefined).toBeUndefined();
    expect([...read]).toContain('src/outbox/start-group.ts');
  });

  it('uses all the code that its reader is spared', () => {
    expect(lists.map(([what]) => what).filter((what) => !passed.has(what))).toEqual([]);
  });
});
