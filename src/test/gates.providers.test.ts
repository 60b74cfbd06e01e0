/** The gates of the networks' folders. */
import { describe, expect, it } from '@jest/globals';
import { dirname, join, normalize } from 'node:path';
import { files, product, text } from './source-tree.ts';
import { LISTS, declaredNetworks, networkFolders } from './write-registry.ts';

describe('the providers', () => {
  /** Files of every network. */
  const REQUIRED = ['index.ts', 'rules.ts', 'rules.test.ts', 'contract.test.ts'];
  /** What a network declares goes into the file of that name. */
  const NAMES = [
    'schema.ts',
    'form.ts',
    'app-setup.ts',
    'english.ts',
    'german.ts',
    'sentences.ts',
    'auth.ts',
    'oauth.ts',
    'api.ts',
    'errors.ts',
    'prepare.ts',
    'payload.ts',
    'media.ts',
    'text.ts',
    'publish.ts',
    'verify.ts',
    'tools.ts',
    'analytics.ts',
  ];

  it.each(networkFolders())('%s has the file names of every provider', (name) => {
    const held = files
      .filter((f) => f.startsWith(`providers/${name}/`))
      .map((f) => f.slice(`providers/${name}/`.length));
    const allowed = new Set([...REQUIRED, ...NAMES]);
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

  it('have no file that only exports from others', () => {
    const code = (file: string): string =>
      text(file)
        .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
        .replaceAll(/^export [^;=]*? from '[^']+';$/gm, '');
    const ofNetworks = product.filter((f) => /^providers\/([a-z]|_shared\/)[^/]*\//.test(f));
    expect(ofNetworks.filter((file) => !code(file).trim())).toEqual([]);
  });

  it('load what publishes a post when the first post needs it', () => {
    const eager = networkFolders().filter((name) =>
      /^import (?!type)[^;]* from '\.\/(?:prepare|payload|media|publish|verify|analytics)\.ts';$/m.test(
        text(`providers/${name}/index.ts`),
      ),
    );
    expect(eager).toEqual([]);
  });

  it.each(declaredNetworks())('$identifier runs the tests of every provider', ({ folder, exported }) => {
    expect(text(`providers/${folder}/rules.test.ts`)).toContain(`testNetwork(${exported},`);
    const contract = text(`providers/${folder}/contract.test.ts`);
    expect(contract).toMatch(new RegExp(`\\b${exported}\\b`));
    expect(contract).toMatch(/testProvider\(/);
  });

  it('declare a network in each folder', () => {
    const folders = declaredNetworks().map(({ folder }) => folder);
    expect(networkFolders().filter((folder) => !folders.includes(folder))).toEqual([]);
  });

  it.each(Object.entries(LISTS))('stand in the list %s: otherwise run npm run generate', (file, render) => {
    expect(text(file)).toBe(render());
  });

  it('import the kit, what networks share and their own folder only, types included', () => {
    const all = (file: string): string[] =>
      [...text(file).matchAll(/(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g)].map((m) =>
        normalize(join(dirname(file), m[1] ?? '')),
      );
    const foreign = (file: string): string[] => {
      const [, own = ''] = /^(providers\/(?:_shared\/)?[^/]+\/)/.exec(file) ?? [];
      const open = ['_kit', '_networks'].some((n) => own === `providers/${n}/`)
        ? [own, 'temporal/contract/bounds.ts']
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
