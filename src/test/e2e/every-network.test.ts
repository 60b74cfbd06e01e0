/**
 * Each network from connecting to what is live, with one worker process and Temporal: all at once, as on an
 * instance that has them all.
 */
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startInstance, type TestInstance } from '../instance.ts';
import { addPerson } from '../person.ts';
import type { RunningCase } from './every-network/case.ts';
import { devto } from './every-network/devto.ts';
import { dribbble } from './every-network/dribbble.ts';
import { facebook } from './every-network/facebook.ts';
import { gmb } from './every-network/gmb.ts';
import { hashnode } from './every-network/hashnode.ts';
import { kick } from './every-network/kick.ts';
import { lemmy } from './every-network/lemmy.ts';
import { linkedin } from './every-network/linkedin.ts';
import { medium } from './every-network/medium.ts';
import { mewe } from './every-network/mewe.ts';
import { moltbook } from './every-network/moltbook.ts';
import { pinterest } from './every-network/pinterest.ts';
import { reddit } from './every-network/reddit.ts';
import { skool } from './every-network/skool.ts';
import { threads } from './every-network/threads.ts';
import { tiktok } from './every-network/tiktok.ts';
import { tumblr } from './every-network/tumblr.ts';
import { twitch } from './every-network/twitch.ts';
import { vk } from './every-network/vk.ts';
import { warpcast } from './every-network/warpcast.ts';
import { whop } from './every-network/whop.ts';
import { youtube } from './every-network/youtube.ts';

const CASES = [
  devto,
  dribbble,
  facebook,
  gmb,
  hashnode,
  kick,
  lemmy,
  linkedin,
  medium,
  mewe,
  moltbook,
  pinterest,
  reddit,
  skool,
  threads,
  tiktok,
  tumblr,
  twitch,
  vk,
  warpcast,
  whop,
  youtube,
];
const PUBLIC = 'https://crier.example';

let crier: TestInstance | undefined;
let running: readonly RunningCase[] = [];
let ends: readonly ReadonlyMap<string, Promise<unknown>>[] = [];

beforeAll(async () => {
  const redirectUri = (provider: string): string => `${PUBLIC}/integrations/social/${provider}`;
  running = await Promise.all(CASES.map(({ start }) => start(redirectUri)));
  const env = Object.assign({ FRONTEND_URL: PUBLIC, API_LIMIT: '0' }, ...running.map((one) => one.env));
  crier = await startInstance({ env: env as Record<string, string> });
  const house = { crier, ada: await addPerson(crier) };
  await Promise.all(running.map(({ connect }) => connect(house)));
  await crier.startWorker();
  ends = running.map(({ run }) => run());
}, 120_000);
afterAll(async () => {
  await crier?.stop();
  await Promise.all(running.map(({ stop }) => stop()));
}, 60_000);

for (const [index, { title, names }] of CASES.entries()) {
  describe(title, () => {
    it.each(names)(
      '%s',
      async (name) => {
        const error = await ends[index]?.get(name);
        if (error) throw error;
      },
      240_000,
    );
  });
}
