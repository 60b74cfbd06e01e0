import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './look/tokens.css';
import './app.css';
import { createRoot } from 'react-dom/client';
import { http } from './api/client.ts';
import { openAhead } from './api/live.ts';
import { languageOf, whoIsHere } from './api/session.ts';
import { LATER } from './nonce.ts';
import { chooseLanguage, fetchTexts, speak, speakEverywhere, speakOfRefusals } from './strings/index.ts';

const nonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The library that locks scrolling behind a dialog reads the nonce from this name.
Object.assign(globalThis, { __webpack_nonce__: nonce() });
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

const styles = [...document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet][media=${LATER}]`)].map(
  turnOn,
);

/**
 * Turns on what was fetched without keeping the first paint waiting. Resolves when it is there, or is
 * known not to be.
 */
function turnOn(link: HTMLLinkElement): Promise<unknown> | undefined {
  const done = link.sheet
    ? undefined
    : new Promise((resolve) => {
        link.addEventListener('load', resolve, { once: true });
        link.addEventListener('error', resolve, { once: true });
      });
  link.media = 'all';
  return done;
}

// A file that is dropped beside what takes one would be opened in the place of the page.
for (const type of ['dragover', 'drop'] as const) {
  addEventListener(type, (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
}

http.use({
  async onResponse({ request, response }) {
    if (!response.ok && request.method !== 'GET') await speakOfRefusals();
  },
});

async function begin(root: HTMLElement): Promise<void> {
  // Most people read what their browser prefers: its texts are on their way while the server is asked.
  fetchTexts(chooseLanguage(navigator.languages)).catch(() => undefined);
  const me = await whoIsHere();
  const isHome = me !== null && location.pathname === '/';
  if (isHome) openAhead();
  const language = languageOf(me);
  document.documentElement.lang = language;
  await speak(language);
  // Pages read their texts when they are loaded, so the language comes first.
  const app = import('./app.tsx');
  // At once, not only when their routes are rendered; what does not arrive is reported there.
  if (me !== null) import('./components/shell.tsx').catch(() => undefined);
  if (isHome) import('./pages/home/home.tsx').catch(() => undefined);
  const { App } = await app;
  await Promise.all(styles);
  createRoot(root).render(<App nonce={nonce} />);
  // Refusals are said with them, and the next page needs them.
  // If they do not arrive now, the first refusal asks for them again.
  setTimeout(() => void speakEverywhere().catch(() => undefined), 1000);
}
void begin(root);
