import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { png, upload as uploadTo } from '../factories.ts';
import type { Fault } from './fault.ts';
import { callsOfEachPost, mustEndAs, mustNotify, mustSay } from './expect.ts';
import type { World } from './world.ts';

/** What can happen to a file on a disk. */
const HARM: Readonly<Record<string, (file: string) => void>> = {
  removed: (file) => rmSync(file),
  emptied: (file) => truncateSync(file),
  'cut off': (file) => truncateSync(file, 20),
  'another picture': (file) => writeFileSync(file, png(64, 64)),
  'another file': (file) => writeFileSync(file, '<html>not found</html>'),
};

export const mediaGone: Fault = {
  id: 'F26',
  title: 'Files of a post are removed or damaged before its date',
  promise:
    'a post whose file is gone or damaged: it fails with that reason, and the network is never called; others are published',
  async run(world) {
    const { client, processes } = world;
    const channel = await world.connect('Pictures #lookup');
    await processes.start('api');
    await processes.start('worker');
    // The harm comes before the date on a busy machine too.
    const dueInMs = 10_000;
    const broken = [];
    for (let round = world.size(1, 5); round > 0; round--) {
      for (const [what, harm] of Object.entries(HARM)) {
        const media = await upload(world);
        broken.push({ what, submission: await client.create({ dueInMs, on: channel, media: [media] }) });
        harm(
          join(world.instance.dataDir, 'uploads', new URL(media.path).pathname.split('/uploads/')[1] ?? ''),
        );
      }
    }
    const whole = await client.create({ dueInMs, on: channel, media: [await upload(world)] });
    await world.settle();
    const failed = broken.map((b) => b.submission);
    await mustEndAs(world, failed, 'failed', 'media_missing');
    await mustSay(world, failed, 'request_sent', 0);
    await mustNotify(world, failed, 'failed');
    await mustEndAs(world, [whole], 'published');
    world.must(
      (await callsOfEachPost(world, channel.name)).length === 1,
      'the network was called for a post whose file is gone',
    );
  },
};

async function upload({ instance }: World): Promise<{ id: string; path: string }> {
  const { status, text, body } = await uploadTo<{ id: string; path: string }>(instance, png(), {
    name: 'pixel.png',
    type: 'image/png',
  });
  if (status !== 201) throw new Error(`the upload was answered ${status}: ${text}`);
  return body;
}
