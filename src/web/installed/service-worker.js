/*
 * The service worker: keeps the files of the version that it came with, shows a page of its own while Crier
 * cannot be reached, and takes what other apps share. It stores no page and no answer of the API.
 *
 * A new version waits until no window has the old one, so that an open page finds its files to the end.
 * VERSION, FILES and OFFLINE are written by the build (src/web/build/service-worker.ts).
 */
const SHELL = `shell-${VERSION}`;
const SHARED = 'shared';
/** What a share may have: beyond that, the composer says so. */
const MAX_FILES = 20;
const MAX_BYTES = 1_200_000_000;
const MAX_CHARACTERS = 100_000;
/** Long enough to sign in. */
const KEPT_MS = 30 * 60_000;
/** Answered by the server alone: no page, or none of the web app. */
const NO_PAGE = /^\/(api|public|uploads|assets|metrics|sandbox|docs|\.well-known)(\/|$)/;
const SHARE = /^\/shared\/[\da-f-]{36}(\/\d+)?$/;
/** After these, another person may come. */
const ENDS_SESSION = /^\/api\/auth\/(logout|reset)$/;

/** One after the other: the page that is open has the network first. */
async function keepFiles() {
  const shell = await caches.open(SHELL);
  for (const file of FILES) {
    // The digest in its name is that of its content.
    const known = await caches.match(file);
    await (known ? shell.put(file, known) : shell.add(file));
  }
}

async function dropOlder() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('shell-') && name !== SHELL).map((name) => caches.delete(name)),
  );
}

// Any page of the web can have sent it: nothing may run it, or guess what it is.
const INERT = {
  'Content-Type': 'application/octet-stream',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

const offlinePage = () => caches.match(navigator.language.startsWith('de') ? OFFLINE.de : OFFLINE.en);

/** Returns the text and the files of a share, or what is wrong with it. */
async function readShare(request) {
  const form = await request.formData().catch(() => null);
  if (!form) return { problem: 'unreadable' };
  const texts = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim());
  // Many apps repeat the title or the URL in the text.
  const text = texts
    .filter(
      (one, at) =>
        one &&
        !texts.some((other, place) => place !== at && other.includes(one) && (other !== one || place < at)),
    )
    .join('\n');
  const files = form.getAll('files').filter((file) => file instanceof File && file.size > 0);
  if (!text && !files.length) return { problem: 'unreadable' };
  if (files.length > MAX_FILES) return { problem: 'too-many' };
  if (text.length > MAX_CHARACTERS || files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) {
    return { problem: 'too-large' };
  }
  return { text, files };
}

/** Keeps a share until the composer has it: the person may have to sign in first. */
async function takeShare(request) {
  const { problem, text, files } = await readShare(request);
  if (problem) return toComposer(problem);
  await caches.delete(SHARED);
  const cache = await caches.open(SHARED);
  const path = `/shared/${crypto.randomUUID()}`;
  const names = files.map(({ name, type }) => ({ name, type }));
  try {
    for (const [at, file] of files.entries()) {
      await cache.put(`${path}/${at}`, new Response(file, { headers: INERT }));
    }
    await cache.put(path, Response.json({ until: Date.now() + KEPT_MS, text, files: names }));
  } catch {
    await caches.delete(SHARED);
    return toComposer('too-large');
  }
  return toComposer(path.split('/').at(-1));
}

const toComposer = (shared) => Response.redirect(`/compose?shared=${shared}`, 303);

/** The composer reads a share, and deletes it once it has it. Nothing else does: no window, frame or script. */
async function answerShare({ method, mode, destination }, pathname) {
  if (mode === 'navigate' || destination) return new Response(null, { status: 404 });
  const cache = await caches.open(SHARED);
  const about = await cache.match(pathname.split('/', 3).join('/'));
  const isKept = about && (await about.json()).until > Date.now();
  if (method === 'DELETE' || !isKept) await caches.delete(SHARED);
  const found = isKept && method === 'GET' && (await cache.match(pathname));
  return found || new Response(null, { status: isKept ? 204 : 404 });
}

addEventListener('install', (event) => event.waitUntil(keepFiles()));
addEventListener('activate', (event) => event.waitUntil(dropOlder()));
addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // The API may be at another URL than the pages.
  if (request.method === 'POST' && ENDS_SESSION.test(pathname)) event.waitUntil(caches.delete(SHARED));
  if (origin !== location.origin) return;
  if (request.method === 'POST' && pathname === '/share') event.respondWith(takeShare(request));
  else if (SHARE.test(pathname)) event.respondWith(answerShare(request, pathname));
  else if (FILES.includes(pathname) || /^\/assets\/.+-[\w-]{8}\.(js|css)$/.test(pathname)) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  } else if (request.mode === 'navigate' && request.method === 'GET' && !NO_PAGE.test(pathname)) {
    event.respondWith(fetch(request).catch(offlinePage));
  }
});
