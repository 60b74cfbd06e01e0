/** The page of the sandbox: what was published, newest first, by thread. No script; it reloads itself. */
import type { ServerResponse } from 'node:http';
import type { Journal, SandboxPost } from './journal.ts';

const STYLE = `
  :root {
    color-scheme: light dark;
    --line: light-dark(#d9dde3, #3a3f47);
    --soft: light-dark(#667085, #9aa4b2);
    --card: light-dark(#fff, #1d2127);
    --text: light-dark(#1a1d21, #e8eaed);
  }
  body {
    font: 16px/1.5 system-ui, sans-serif;
    margin: 0;
    background: light-dark(#f4f5f7, #14171b);
    color: var(--text);
  }
  main { max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem; }
  h1 { font-size: 1.3rem; margin: 0; }
  p.lead { color: var(--soft); margin: 0.25rem 0 1.5rem; }
  article {
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 10px;
    padding: 0.9rem 1rem;
    margin-bottom: 0.8rem;
  }
  article.reply { margin-left: 2rem; }
  article.removed { opacity: 0.55; }
  header {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    font-size: 0.85rem;
    color: var(--soft);
  }
  header b { color: var(--text); }
  .text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.4rem 0 0; }
  img { max-width: 100%; border-radius: 8px; margin-top: 0.6rem; display: block; }
  .empty {
    text-align: center;
    padding: 3rem 1rem;
    color: var(--soft);
    border: 1px dashed var(--line);
    border-radius: 10px;
  }
`;

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' https: http:",
  "media-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The newest; /sandbox/posts.json has all. */
const MAX_SHOWN = 500;

export function renderPage(response: ServerResponse, journal: Journal): void {
  const names = new Map(journal.accounts().map((a) => [a.channelId ?? a.id, a.name]));
  const posts = journal.posts();
  const roots = posts
    .filter((p) => p.inReplyTo === null)
    .reverse()
    .slice(0, MAX_SHOWN);
  const body = roots.length
    ? roots
        .map((root) => [root, ...repliesOf(posts, root.id)].map((post) => card(post, names)).join(''))
        .join('')
    : '<div class="empty">Nothing published yet.<br>A post appears here within a second of its date.</div>';
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
  });
  response.end(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta http-equiv="refresh" content="3">
    <title>Sandbox</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>Sandbox</h1>
      <p class="lead">
        Your own test network: what Crier publishes to the sandbox appears here, and nowhere else.
      </p>
      ${body}
    </main>
  </body>
</html>`);
}

function repliesOf(posts: readonly SandboxPost[], id: string): SandboxPost[] {
  return posts.filter((p) => p.inReplyTo === id).flatMap((p) => [p, ...repliesOf(posts, p.id)]);
}

function card(post: SandboxPost, names: ReadonlyMap<string, string>): string {
  const classes = [post.inReplyTo ? 'reply' : '', post.removedAt ? 'removed' : ''].filter(Boolean).join(' ');
  const media = post.media
    .map((m) =>
      m.mime.startsWith('image/')
        ? `<img src="${escape(m.url)}" alt="${escape(m.alt)}">`
        : `<p><a href="${escape(m.url)}">${escape(m.alt || 'video')}</a></p>`,
    )
    .join('');
  const time = post.receivedAt.replace('T', ' ').slice(0, 19);
  const author = escape(names.get(post.channelId) ?? 'unknown');
  return `<article id="${post.id}" class="${classes}">
    <header>
      <b>${author}</b>
      <time datetime="${post.receivedAt}">${time} UTC${post.removedAt ? ' · removed' : ''}</time>
    </header>
    <p class="text">${escape(post.text)}</p>${media}
  </article>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
