/**
 * Vite's own JSX transform is enough: without the React plugin, a change in development reloads the page.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { NONCE_PLACEHOLDER } from './nonce.ts';

/** From how many chunks on. With fewer, the first page would load what only others need. */
const SHARED_BY = 10;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    target: 'es2023',
    // These know light-dark(); for older ones it would be rewritten into what follows the system, not the
    // scheme that somebody chose.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 800,
    // Inlined assets are data: addresses, which the page's policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What many pages need of the libraries is one file: a browser asks for few at a time. Our own
          // components stay apart, as their styles must come after the library's.
          groups: [{ name: 'common', test: /node_modules/, minShareCount: SHARED_BY }],
        },
      },
    },
  },
});
