/** Skool from the cookies of a person to what was posted, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish } from '../../../providers/skool/fixtures/world.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startSkool, type Skool } from '../networks/skool/server.ts';
import type { Person, Post } from '../networks/skool/state.ts';
import { clientOf, type Client } from './client.ts';
import { picture, unique } from './scenarios.ts';

describe('a post to Skool', () => {
  let crier: TestInstance;
  let network: Skool;
  let front: FaultFront;
  let heidi: Person;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startSkool();
    front = await startFaultFront(network.url);
    heidi = network.createPerson('Heidi');
    const group = network.createGroup('Bread lovers', [heidi], ['General']);
    crier = await startInstance({ env: { SKOOL_API_URL: front.url } });
    const { authToken, clientId } = heidi;
    channel = (await crier.connect('skool', { authToken, clientId })).id;
    const settings = { group: group.id, label: group.labels[0]?.id, title: 'Spring' };
    client = clientOf(crier, crier.url, { __type: 'skool', ...settings });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const live = (text: string): Post[] => network.posts().filter(({ content }) => content === text);

  it('with a picture and a comment is published once', async () => {
    const [content, comment] = [unique('A loaf'), unique('Another')];
    const { image } = await picture(client, 'bread');
    const parts = [{ content, image }, { content: comment }];
    const [id = ''] = await client.create({ channels: [channel], parts });
    const page = await client.reaches(id, 'published');
    expect(live(content)).toEqual([
      expect.objectContaining({ id: page.releaseId, title: 'Spring', files: [expect.any(String)] }),
    ]);
    expect(live(comment).map(({ root }) => root)).toEqual([page.releaseId]);
  });

  it('whose answer was lost is left to a person, and is not sent again', async () => {
    const content = unique('Is it out?');
    front.arm({ kind: 'reset_after' }, isPublish);
    const [id = ''] = await client.create({ channels: [channel], parts: [{ content }] });
    expect(await client.reaches(id, 'unconfirmed')).toMatchObject({ error: { code: 'outcome_unknown' } });
    expect(live(content)).toHaveLength(1);
  });

  it('leaves no cookie in any log, event, attempt or answer', async () => {
    const rows = await crier.context.database
      .fork()
      .getConnection()
      .execute(
        "select detail::text from post_event union all select evidence::text from publish_attempt union all select coalesce(error, '') from post union all select credentials from integration",
      );
    expect(rows.length).toBeGreaterThan(5);
    const shown = [JSON.stringify(rows), crier.logs(), (await crier.call('GET', '/integrations')).text];
    for (const secret of [heidi.authToken, heidi.clientId]) {
      expect(shown.filter((text) => text.includes(secret))).toEqual([]);
    }
  });
});
