/** The gates of the code base: what no change may break, checked by reading the source tree. */
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from '../platform/config/config.ts';
import { files, imports, product, text } from './source-tree.ts';

const run = promisify(execFile);
/** What a checker printed when it failed. */
async function complaints(command: string, args: string[]): Promise<string> {
  return run(command, args, { maxBuffer: 64 * 1024 * 1024 }).then(
    () => '',
    (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`,
  );
}

/**
 * Runs the compiler incrementally. Its notes from the last time spare it what has not changed since. They
 * name files relative to themselves, and are therefore copied from the cache folder into the checkout, and
 * back.
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

describe('the code base', () => {
  it('passes the linter without a warning', async () => {
    expect(await complaints('node_modules/.bin/oxlint', ['--deny-warnings'])).toBe('');
  }, 120_000);

  it('is formatted as `npm run format` does it', async () => {
    expect(await complaints('node_modules/.bin/oxfmt', ['--check'])).toBe('');
  });

  it('has no comment of more than 110 columns', () => {
    const wide = files.flatMap((file) =>
      text(file)
        .split('\n')
        .flatMap((line, n) =>
          line.length > 110 && /^\s*(\/\/|\/?\*+)\s/.test(line) ? [`${file}:${n + 1}`] : [],
        ),
    );
    expect(wide).toEqual([]);
  });

  it('has no type error', async () => {
    expect(await typeErrors('tsconfig.json')).toBe('');
    expect(await typeErrors('src/web/tsconfig.json')).toBe('');
    // They lie among the pages, and run here.
    expect(await typeErrors('src/test/web-tests.tsconfig.json')).toBe('');
  }, 300_000);

  it('reads the environment in one file', () => {
    expect(product.filter((f) => /process\.env\b/.test(text(f)))).toEqual(['src/platform/config/config.ts']);
  });

  it('keeps every file under 400 lines', () => {
    expect(files.filter((f) => text(f).split('\n').length > 400)).toEqual([]);
  });

  it('has no empty catch and no any', () => {
    const caught = /catch(\s*\([^)]*\))?\s*\{(\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*\}/;
    expect(product.filter((f) => caught.test(text(f)))).toEqual([]);
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

describe('a docstring', () => {
  const EXPORT =
    /\/\*\* ([^\n]*?) \*\/\n\s*export (?:async |abstract )*(?:function|class|const|interface|type) (\w+)/g;
  const SMALL = new Set(
    (
      'a an the of to in on at by for from with and or as is are be it its one this that what which who whose ' +
      'where when how not no each every all any than then into whether if has have may can does do per'
    ).split(' '),
  );
  const words = (name: string): string[] => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  const stem = (word: string): string => word.toLowerCase().slice(0, 4);

  /** The words of a docstring beyond those of the name and common small words. */
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
    'what every process stands on': /^src\/platform\/(?!entities\/|outbox\/)/,
    'the tables': /^src\/platform\/entities\//,
    'the types of a request and of a declaration': /^src\/http\/(types|operation)\.ts$/,
    'the names, ids, messages, words and time bounds of Temporal':
      /^temporal\/(contract\/|(client|run-words)\.ts$)/,
    'the contract with networks, and the networks': /^providers\/(?!_kit\/(check-|settings-media))/,
  };
  /** What runs only when the request or the instance has what a plain one does not have, or after the
   * answer. */
  const BRANCHES: Readonly<Record<string, RegExp>> = {
    'an entry names a post that exists': /^src\/posts\/change\/(replace-posts|until-current)\.ts$/,
    'an entry brings media from elsewhere': /^src\/uploads\//,
    'its links become short': /^src\/short-links\//,
    'an entry has a video': /^src\/posts\/create\/entries\/find-thumbnail\.ts$/,
    'it is repeated by a rule': /^src\/posts\/series\//,
    'it goes to the queue of its channel': /^src\/channels\/(take-slots|posting-times)\.ts$/,
    'posts are counted against a plan': /^src\/billing\/count-posts\.ts$/,
    'its run is there': /^src\/platform\/outbox\/record-starts\.ts$/,
    'its posts were stored before': /^src\/platform\/outbox\/read-group\.ts$/,
    'its run is sent a message': /^src\/platform\/outbox\/message-run\.ts$/,
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
  const routes = product.filter((f) => /^src\/posts\/create\/create-post\.route\.ts$/.test(f));
  for (const file of routes) open(file);
  const lines = [...read].map((file) => ({ file, lines: text(file).split('\n').length - 1 }));

  it('is read in at most 20 files of 1,600 lines together', () => {
    const sum = lines.reduce((all, one) => all + one.lines, 0);
    // The list is part of the failure, so that one sees which file was added or grew.
    expect(read.size > 20 || sum > 1600 ? { files: read.size, sum, lines } : undefined).toBeUndefined();
    expect([...read]).toContain('src/platform/outbox/start-group.ts');
  });

  it('uses all the code that its reader is spared', () => {
    expect(lists.map(([what]) => what).filter((what) => !passed.has(what))).toEqual([]);
  });
});
