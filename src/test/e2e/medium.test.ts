/** Medium from connecting with a token to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish, SETTINGS } from '../../../providers/medium/fixtures/world.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startMedium, type Medium } from '../networks/medium/server.ts';
import type { MadeStory } from '../networks/medium/state.ts';
import { clientOf, type Client } from './client.ts';
import { picture, unique } from './scenarios.ts';

describe('a post to Medium', () => {
  let crier: TestInstance;
  let network: Medium;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startMedium();
    front = await startFaultFront(network.url);
    crier = await startInstance({ env: { MEDIUM_API_URL: front.url } });
    const token = network.createToken(network.createAccount('ada', 'Ada'));
    channel = (await crier.connect('medium', { token })).id;
    client = clientOf(crier, crier.url, { __type: 'medium', ...SETTINGS });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const live = (text: string): MadeStory[] =>
    network.stories().filter(({ content }) => content.includes(text));

  it('is live once as a story in Markdown, with its picture and its address', async () => {
    const text = unique('Spring');
    const { image } = await picture(client, 'green spears');
    const [id = ''] = await client.create({
      channels: [channel],
      parts: [{ content: `<p><strong>${text}</strong></p>`, image }],
    });
    const page = await client.reaches(id, 'published');
    const [story, ...others] = live(text);
    expect(others).toEqual([]);
    expect([page.releaseId, page.releaseURL]).toEqual([story?.id, story?.url]);
    const [url] = network.images().map((uploaded) => uploaded.url);
    expect(story?.content).toBe(
      `# ${SETTINGS.title}\n\n## ${SETTINGS.subtitle}\n\n**${text}**\n\n![green spears](${url})`,
    );
  });

  it('is left to a person after its answer was lost, and is not sent again', async () => {
    const text = unique('Nobody can tell');
    front.arm({ kind: 'reset_after' }, isPublish);
    const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
    const page = await client.reaches(id, 'unconfirmed');
    expect(page.error).toMatchObject({ code: 'outcome_unknown' });
    expect(page.timeline.at(-1)?.text).toContain('Waiting for a person to decide');
    expect(live(text)).toHaveLength(1);
  });
});
