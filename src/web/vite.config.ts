/**
 * How the web app is built. Vite's own JSX transform is enough: there is no React plugin, so a change in
 * development reloads the page.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { NONCE_PLACEHOLDER } from './nonce.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    target: 'es2023',
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 800,
    // Inlined as data: addresses they would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
