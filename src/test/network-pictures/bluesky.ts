/** Bluesky: its own PDS and AppView, seen through the embed `bluesky-post-embed`. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnv } from '../../platform/config/config.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { redis } from '../servers/redis.ts';
import { endProcess } from '../servers/server.ts';
import { bundle, serveHtml, serveJson, serveScript, versionOf } from './modules.ts';
import type { Network } from './pictured.ts';

const MAIN = fileURLToPath(new URL('bluesky-main.mjs', import.meta.url));
const PASSWORD = 'main-password';

export const bluesky: Network = {
  provider: 'bluesky',
  async start({ viewers, modules, say }) {
    await redis.ensure(say);
    const cache = await redis.start();
    const args = [MAIN, modules, process.env.CRIER_TEST_DATABASE_URL ?? '', new URL(cache.url).host];
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: childEnv({ APP_VIEW_PORT: String(await freePort()), NODE_OPTIONS: '--no-deprecation' }),
    });
    const stop = async (): Promise<void> => {
      await endProcess(child);
      await cache.stop();
    };
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      const { pds, appView } = JSON.parse(line) as { pds: string; appView: string };
      const identifier = 'ada.test';
      const session = await xrpc<{ accessJwt: string }>(pds, 'com.atproto.server.createAccount', {
        body: { handle: identifier, email: 'ada@example.test', password: PASSWORD },
      });
      const { password } = await xrpc<{ password: string }>(pds, 'com.atproto.server.createAppPassword', {
        body: { name: 'Crier' },
        token: session.accessJwt,
      });
      const script = await bundle(modules, 'bluesky-post-embed');
      const embedFolder = join(modules, 'node_modules', 'bluesky-post-embed');
      const styles = ['dist/core.css', 'themes/light.css'].map((file) =>
        readFileSync(join(embedFolder, file)),
      );
      const style = styles.join('\n');
      serveScript(viewers, '/bluesky.js', script);
      const [version, embed] = [versionOf(modules, '@atproto/pds'), versionOf(modules, 'bluesky-post-embed')];
      return {
        what: `Bluesky's PDS ${version} and AppView ${versionOf(modules, '@atproto/bsky')}, in bluesky-post-embed ${embed}`,
        fields: { service: pds, identifier, password },
        settingsOf: (kind, page) => (kind === 'card' ? { link: { url: page } } : {}),
        shots: [
          { name: 'card', kind: 'card', caption: 'A link card' },
          { name: 'pictures', kind: 'pictures', caption: 'Two pictures' },
          {
            name: 'alt',
            kind: 'pictures',
            caption: 'The record of the pictures with their alt texts, as the PDS answers it',
          },
          { name: 'video', kind: 'video', caption: 'The record of a video, as the PDS answers it' },
        ],
        async open(page, { releaseId }, { name }) {
          if (name === 'alt' || name === 'video') {
            const [, , repo = '', collection = '', rkey = ''] = releaseId?.split('/') ?? [];
            const query = new URLSearchParams({ repo, collection, rkey });
            const record = await fetch(`${pds}/xrpc/com.atproto.repo.getRecord?${query}`);
            await page.goto(serveJson(viewers, '/record', await record.json()));
            return 'pre';
          }
          const url = serveHtml(
            viewers,
            '/bluesky',
            `<style>${style}</style><script type="module" src="/bluesky.js"></script>
             <bluesky-post src="${releaseId}" service-uri="${appView}" allow-unauthenticated></bluesky-post>`,
          );
          // The AppView reads what the PDS has a moment later.
          for (;;) {
            await page.goto(url);
            const seen = page.locator('bluesky-post .permalink').waitFor({ timeout: 3000 });
            const isThere = await seen.then(
              () => true,
              () => false,
            );
            if (isThere) return 'bluesky-post';
          }
        },
        stop,
      };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

async function xrpc<T>(
  server: string,
  method: string,
  { body, token }: { body: object; token?: string },
): Promise<T> {
  const answer = await fetch(`${server}/xrpc/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
