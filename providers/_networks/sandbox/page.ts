/**
 * The page of the sandbox: what was published, newest first, by thread. Its script adds what comes later.
 */
import type { ServerResponse } from 'node:http';
import type { Journal, SandboxPost } from './journal.ts';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self' https: http:",
  "media-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The newest; /sandbox/posts.json has all. */
const MAX_SHOWN = 500;

export function renderPage(response: ServerResponse, journal: Journal): void {
  const names = new Map(journal.accounts().map((a) => [a.channelId ?? a.id, a.name]));
  const replies = Map.groupBy(journal.posts(), (post) => post.inReplyTo);
  const roots = (replies.get(null) ?? []).toReversed().slice(0, MAX_SHOWN);
  const body = roots.length
    ? roots
        .map((root) =>
          threadOf(replies, root)
            .map((post) => card(post, names))
            .join(''),
        )
        .join('')
    : '<div class="empty"><b>Nothing published yet</b>A post appears here within a second of its date.</div>';
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
    <meta name="color-scheme" content="light dark">
    <title>Sandbox · Crier</title>
    <link rel="icon" href="/docs/mark.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/sandbox/page.css">
    <script src="/sandbox/page.js"></script>
  </head>
  <body>
    <header class="bar"><a href="/"><img src="/docs/mark.svg" alt="" width="26" height="26">Crier</a></header>
    <main>
      <h1>Sandbox</h1>
      <p class="lead">
        Your own test network: what Crier publishes to the sandbox appears here, and only here.
      </p>
      <div id="posts" aria-live="polite">${body}</div>
    </main>
  </body>
</html>`);
}

/** Each post before its replies: the whole thread, without looking at any other. */
function threadOf(
  replies: ReadonlyMap<string | null, readonly SandboxPost[]>,
  root: SandboxPost,
): SandboxPost[] {
  const thread: SandboxPost[] = [];
  const waiting = [root];
  for (let post = waiting.pop(); post; post = waiting.pop()) {
    thread.push(post);
    waiting.push(...(replies.get(post.id) ?? []).toReversed());
  }
  return thread;
}

function card(post: SandboxPost, names: ReadonlyMap<string, string>): string {
  const classes = [post.inReplyTo ? 'reply' : '', post.removedAt ? 'removed' : ''].filter(Boolean).join(' ');
  const media = post.media
    .map((m) =>
      m.mime.startsWith('image/')
        ? `<img class="media" src="${escape(m.url)}" alt="${escape(m.alt)}">`
        : `<p><a href="${escape(m.url)}">${escape(m.alt || 'video')}</a></p>`,
    )
    .join('');
  const time = post.receivedAt.replace('T', ' ').slice(0, 19);
  const author = names.get(post.channelId) ?? 'unknown';
  return `<article id="${post.id}" class="${classes}">
    <header>
      <span class="initial" aria-hidden="true">${escape(([...author][0] ?? '?').toUpperCase())}</span>
      <span class="who">
        <b>${escape(author)}</b>
        <span><time datetime="${post.receivedAt}">${time} UTC</time>${post.removedAt ? ' · removed' : ''}</span>
      </span>
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
