/**
 * Vite's own JSX transform is enough: without the React plugin, a change in development reloads the page.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { firstPage } from './build/first-page.ts';
import { directImports } from './build/direct-imports.ts';
import { compressed } from './build/compressed.ts';
import { noFacades } from './build/no-facades.ts';
import { serviceWorker } from './build/service-worker.ts';
import { LATER, NONCE_PLACEHOLDER } from './nonce.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** From how many chunks on. With fewer, the first page would load what only others need. */
const SHARED_BY = 10;

/**
 * A style sheet in the head keeps the browser from painting until it is there. The page has its outline with
 * it; the app turns the style sheets on before it takes the outline's place (main.tsx).
 * A browser counts words as content, not coloured blocks, so the outline has one on a phone too.
 */
const laterStyles: Plugin = {
  name: 'later-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replaceAll('<link rel="stylesheet"', `<link rel="stylesheet" media="${LATER}"`),
  },
};

const first = firstPage(ROOT);

export default defineConfig({
  plugins: [directImports, laterStyles, first.preload, noFacades, serviceWorker(ROOT), compressed],
  root: ROOT,
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    target: 'es2023',
    // These know light-dark(); for older ones it would be rewritten into what follows the system, not the
    // scheme that the person chose.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 800,
    // Inlined assets are data: URLs, which the page's policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What many pages need of the libraries is one file: a browser asks for few at a time.
          groups: [...first.groups, { name: 'common', test: /node_modules/, minShareCount: SHARED_BY }],
        },
      },
    },
  },
});
