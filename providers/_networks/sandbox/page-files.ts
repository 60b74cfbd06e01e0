/** What the page of the sandbox loads: its style, in the colours of the web app, and its script. */
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';

const STYLE = `
@font-face {
  font-family: 'Inter Variable';
  font-display: swap;
  font-weight: 100 900;
  src: url('/docs/inter.woff2') format('woff2');
}
:root { color-scheme: light dark; }
:root[data-scheme='light'] { color-scheme: light; }
:root[data-scheme='dark'] { color-scheme: dark; }
body {
  font: 400 15px/1.55 var(--crier-font);
  margin: 0;
  background: var(--crier-page);
  color: var(--crier-text);
}
a { color: var(--crier-accent); }
:focus-visible { outline: 2px solid var(--crier-focus); outline-offset: 2px; }
.bar {
  display: flex;
  align-items: center;
  gap: 0.6rem;
  padding: 0.85rem clamp(1rem, 4vw, 2rem);
  background: var(--crier-side);
  border-bottom: 1px solid var(--crier-line);
}
.bar a {
  display: inline-flex;
  align-items: center;
  gap: 0.6rem;
  font-weight: 650;
  color: var(--crier-bright);
  text-decoration: none;
}
main { max-width: 38rem; margin: 0 auto; padding: 2.25rem 1rem 4rem; }
h1 {
  font-size: var(--crier-size-display);
  line-height: 1.2;
  letter-spacing: -0.015em;
  color: var(--crier-bright);
  margin: 0;
}
p.lead { color: var(--crier-dimmed); margin: 0.4rem 0 1.75rem; }
article {
  background: var(--crier-card);
  border: 1px solid var(--crier-line);
  border-radius: var(--crier-radius-card);
  box-shadow: var(--crier-shadow-card);
  padding: 1rem 1.1rem;
  margin-bottom: 0.85rem;
  scroll-margin-top: 1rem;
}
article:target { border-color: var(--crier-accent); box-shadow: 0 0 0 1px var(--crier-accent); }
article.reply { margin-left: clamp(1rem, 6vw, 2.25rem); }
article header { display: flex; align-items: center; gap: 0.7rem; font-size: 0.8125rem; }
.initial {
  display: grid;
  place-items: center;
  width: 2.25rem;
  height: 2.25rem;
  flex: none;
  border-radius: 50%;
  background: var(--crier-accent-soft);
  color: var(--crier-on-accent-soft);
  font-size: 0.9375rem;
  font-weight: 650;
}
.who { display: grid; min-width: 0; }
.who b { color: var(--crier-bright); font-size: 0.9375rem; overflow-wrap: anywhere; }
.who span, .lead { color: var(--crier-dimmed); }
.removed .text, .removed img { text-decoration: line-through; filter: grayscale(1); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.7rem 0 0; }
img.media {
  max-width: 100%;
  border-radius: var(--crier-radius);
  border: 1px solid var(--crier-line);
  margin-top: 0.75rem;
  display: block;
}
.empty {
  text-align: center;
  padding: 3.5rem 1.25rem;
  color: var(--crier-dimmed);
  background: var(--crier-card);
  border: 1px solid var(--crier-line);
  border-radius: var(--crier-radius-card);
}
.empty b { display: block; color: var(--crier-bright); font-size: 1.0625rem; margin-bottom: 0.25rem; }
`;

// Shows what has come, and keeps the place of who is reading.
const SCRIPT = `
const scheme = localStorage.getItem('mantine-color-scheme-value');
if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme;
async function look() {
  const answer = await fetch(location.pathname).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [shown, come] = [document, page].map((one) => one.querySelector('#posts'));
  if (come && shown.innerHTML !== come.innerHTML) shown.replaceWith(document.adoptNode(come));
}
setInterval(() => document.hidden || void look(), 2000);
`;

const TOKENS = new URL('../../../src/web/look/tokens.css', import.meta.url);
let style: string | undefined;

export function sendStyle(response: ServerResponse): void {
  send(response, 'text/css; charset=utf-8', (style ??= readFileSync(TOKENS, 'utf8') + STYLE));
}

export function sendScript(response: ServerResponse): void {
  send(response, 'text/javascript; charset=utf-8', SCRIPT);
}

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
  response.end(text);
}
