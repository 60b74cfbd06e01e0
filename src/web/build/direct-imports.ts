import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const IMPORT =
  /^import \{([^}]*)\} from ['"]((?:@mantine\/(?:core|hooks|notifications)|@tanstack\/(?:react-query|query-core)))['"];$/gm;
const STYLES = fileURLToPath(new URL('styles/', import.meta.resolve('@mantine/core/styles.css')));

/** Palettes of Mantine that nothing here has: most of its variables. */
const OTHER_COLOURS = /^\s*--mantine-color-(?:pink|grape|violet|indigo|cyan|lime)-[\w-]+:[^;]+;$/gm;

/** Every name that a package exports, with the file or the package it comes from. */
function readExports(name: string): ReadonlyMap<string, string> {
  const index = fileURLToPath(import.meta.resolve(name));
  const code = readFileSync(index, 'utf8');
  const lines = code.matchAll(/^import \{ (.*) \} from "(.*)";$/gm);
  const others = [...code.matchAll(/^export \* from "(@.*)";$/gm)].flatMap(([, from = '']) => [
    ...readExports(from),
  ]);
  return new Map([
    ...others,
    ...[...lines].flatMap(([, names = '', from = '']) =>
      names
        .split(', ')
        .map((one) => [one, from.startsWith('.') ? join(dirname(index), from) : from] as const),
    ),
  ]);
}

const known = new Map<string, ReadonlyMap<string, string>>();

function exportsOf(name: string): ReadonlyMap<string, string> {
  const exported = known.get(name) ?? readExports(name);
  known.set(name, exported);
  return exported;
}

/** Each name from the file that defines it; a name that is not known stays as it is, types go. */
function importDirectly(_all: string, names: string, from: string): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => {
      const [exported = name] = name.split(' as ');
      return `import { ${name} } from ${JSON.stringify(exportsOf(from).get(exported) ?? from)};`;
    })
    .join('');
}

/**
 * Components of Mantine and parts of the query library are imported from the files that define them, so
 * that the build knows which page needs which, and each brings its own styles. These are in a layer: ours win
 * in any order of arrival. While developing, main.tsx loads the styles of all components.
 */
export const directImports: Plugin = {
  name: 'direct-imports',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('@mantine/core/styles.layer.css')) return null;
    const needed = ['baseline', 'default-css-variables', 'global'];
    const styles = needed.map((name) => readFileSync(join(STYLES, `${name}.layer.css`), 'utf8'));
    return styles.join('\n').replaceAll(OTHER_COLOURS, '');
  },
  transform(code, id) {
    const component = /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1];
    const styles = join(STYLES, `${component}.layer.css`);
    if (component && existsSync(styles)) return `import ${JSON.stringify(styles)};\n${code}`;
    return /@(?:mantine|tanstack)\//.test(code) ? code.replace(IMPORT, importDirectly) : null;
  },
};
