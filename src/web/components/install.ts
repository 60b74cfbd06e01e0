/** What makes the web app one that can be installed. Loaded after the first page, for people who are
 * signed in. */
import { language } from '../strings/index.ts';

/** The name of the shortcuts is seen outside the page, in the language of the person. */
function speakManifest(): void {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
  if (manifest && language() === 'de') manifest.href = '/assets/manifest-de.webmanifest';
}

/** Browsers have service workers on pages that came over TLS, and on this machine; others do without. */
export function install(): void {
  speakManifest();
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // Without it, the pages work as before; the browser's console says why.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  }
}
