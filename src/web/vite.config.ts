/**
 * Vite's own JSX transform is enough: without the React plugin, a change in development reloads the page.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { NONCE_PLACEHOLDER } from './nonce.ts';

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
  },
});
