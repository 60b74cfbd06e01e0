import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { installed as english } from '../strings/en/installed.ts';
import { installed as german } from '../strings/de/installed.ts';

const TEXTS = { en: english, de: german };

/**
 * Writes `/sw.js` with the names of all scripts and styles of this version, and the page that it shows
 * offline, in each language. `root` ends with a slash.
 */
export function serviceWorker(root: string): Plugin {
  const read = (name: string): string => readFileSync(join(root, 'installed', name), 'utf8');
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const emit = (name: string, source: string): string =>
          `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
        const [style, script] = ['offline.css', 'offline.js'].map((name) => emit(name, read(name)));
        const page = (language: keyof typeof TEXTS): string => {
          const values: Record<string, string | undefined> = { ...TEXTS[language], language, style, script };
          const html = read('offline.html').replace(
            /\{\{(\w+)\}\}/g,
            (_all, name: string) => values[name] ?? '',
          );
          return emit(`offline-${language}.html`, html);
        };
        const offline = { en: page('en'), de: page('de') };
        const files = [...new Set([...filesOf(bundle), style, script, ...Object.values(offline)])].toSorted();
        const source = read('service-worker.js') + read('push.js');
        const version = createHash('sha256').update(files.join()).update(source).digest('hex').slice(0, 12);
        const values = { VERSION: version, FILES: files, OFFLINE: offline };
        const lines = Object.entries(values).map(
          ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
        );
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: `${lines.join('\n')}\n${source}` });
      },
    },
  };
}

/** Scripts and styles: a page needs no other file. */
const filesOf = (bundle: Rolldown.OutputBundle): string[] =>
  Object.keys(bundle)
    .filter((file) => /^assets\/.*\.(js|css)$/.test(file))
    .map((file) => `/${file}`);
