/** Nostr: a relay, seen through `nostr-components`, a client for web pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { neventEncode, nsecEncode } from 'nostr-tools/nip19';
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure';
import { Relay } from 'nostr-tools/relay';
import { nostrRelay } from '../servers/nostr-relay.ts';
import { serveHtml, serveJson, serveScript, versionOf } from './modules.ts';
import type { Network } from './pictured.ts';

export const nostr: Network = {
  provider: 'nostr',
  async start({ viewers, modules, say }) {
    await nostrRelay.ensure(say);
    const relay = await nostrRelay.start();
    const key = generateSecretKey();
    // Who Ada is: clients show the name of an author.
    const profile = { kind: 0, tags: [], created_at: Math.floor(Date.now() / 1000) };
    const client = await Relay.connect(relay.url);
    await client.publish(
      finalizeEvent({ ...profile, content: JSON.stringify({ name: 'Ada', display_name: 'Ada' }) }, key),
    );
    client.close();
    const dist = join(modules, 'node_modules', 'nostr-components', 'dist');
    serveScript(viewers, '/nostr.js', readFileSync(join(dist, 'nostr-components.umd.js')));
    return {
      what: `a khatru relay 0.19.0, in nostr-components ${versionOf(modules, 'nostr-components')}`,
      fields: { key: nsecEncode(key), relays: relay.url },
      shots: [
        { name: 'pictures', kind: 'pictures', caption: 'Two pictures, which the client shows one at a time' },
        {
          name: 'alt',
          kind: 'pictures',
          caption: 'The note of the pictures with their alt texts, as the relay answers it',
        },
        { name: 'video', kind: 'video', caption: 'A video' },
      ],
      async open(page, { releaseId }, { name }) {
        if (name === 'alt') {
          const [note] = await relay.events({ ids: [releaseId ?? ''] });
          await page.goto(serveJson(viewers, '/note', note));
          return 'pre';
        }
        const event = neventEncode({ id: releaseId ?? '', relays: [relay.url] });
        // Its element can only be defined after it was read.
        const url = serveHtml(
          viewers,
          '/nostr',
          `<nostr-post eventid="${event}" relays="${relay.url}"></nostr-post><script src="/nostr.js"></script>`,
        );
        await page.goto(url);
        await page
          .locator('nostr-post')
          .getByText(/terrace|hills/)
          .first()
          .waitFor();
        return 'nostr-post';
      },
      stop: () => relay.stop(),
    };
  },
};
