import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './look/tokens.css';
import './app.css';
import { createRoot } from 'react-dom/client';
import { preferredLanguage } from './api/session.ts';
import { chooseLanguage, fetchTexts, speak } from './strings/index.ts';

const nonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The library that locks scrolling behind a dialog reads the nonce from this name.
Object.assign(globalThis, { __webpack_nonce__: nonce() });
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

// Most people read what their browser prefers: its texts are on their way while the server is asked.
fetchTexts(chooseLanguage(navigator.languages)).catch(() => undefined);
const language = await preferredLanguage();
document.documentElement.lang = language;
await speak(language);
// Pages read their texts when they are loaded, so the language comes first.
const { App } = await import('./app.tsx');
createRoot(root).render(<App nonce={nonce} />);
