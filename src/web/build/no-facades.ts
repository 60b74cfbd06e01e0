import type { Plugin, Rolldown } from 'vite';

/** A file that does nothing but rename what another one exports. */
const FACADE = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/;

/**
 * A page that shares its file with others gets a second one, which only renames what the first exports. Who
 * imports it renames that instead: one answer less to wait for.
 */
export const noFacades: Plugin = {
  name: 'no-facades',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const { fileName, code, isDynamicEntry } of chunksOf(bundle)) {
        const [, names = '', target = ''] = FACADE.exec(code) ?? [];
        if (!isDynamicEntry || !target) continue;
        const renaming = `import("./${target}").then(all=>({${renamed(names)}}))`;
        const folder = fileName.slice(0, -lastOf(fileName).length);
        let isFound = false;
        for (const chunk of chunksOf(bundle)) {
          const [before = '', ...others] = chunk.code.split(`import(\`./${lastOf(fileName)}\`)`);
          isFound ||= others.length > 0;
          chunk.code = [before, ...others].join(renaming).replaceAll(`"${fileName}"`, `"${folder}${target}"`);
        }
        if (!isFound) this.error(`Nothing imports ${fileName} as it is expected here`);
        delete bundle[fileName];
      }
    },
  },
};

const chunksOf = (bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

const lastOf = (file: string): string => file.split('/').at(-1) ?? '';

/** `default:all.t` of `t as default`. */
const renamed = (names: string): string =>
  names
    .split(',')
    .map((one) => {
      const [from = '', to = from] = one.trim().split(' as ');
      return `${to}:all.${from}`;
    })
    .join();
