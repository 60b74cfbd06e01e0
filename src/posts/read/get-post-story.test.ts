/** GET /api/posts/{id}/story: the other posts of a request, and the timeline as facts. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteWithoutCard } from '../../../activities/ledger/note-without-card.ts';
import { sentence } from '../../platform/sentences.ts';
import {
  FUTURE,
  UNKNOWN_ID,
  buildPost,
  createPosts,
  createOne,
  refusal,
  sql,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

interface Story {
  readonly targets: readonly { id: string; status: string; channel: { name: string } }[];
  readonly timeline: readonly {
    event: string;
    date: string | null;
    choice: string | null;
    reason: string | null;
  }[];
  readonly frozen: unknown;
}

describe('the story of a post', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  const channels: string[] = [];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier, { role: 'member' });
    for (const name of ['Nord', 'Ost']) channels.push((await crier.connect('sandbox', { name })).id);
  });
  afterAll(() => crier?.stop());
  const story = async (id: string): Promise<Story> =>
    (await ada.call<Story>('GET', `/posts/${id}/story`)).body;

  it('names every channel of the request, and only of this one', async () => {
    const [first = '', second = ''] = await createPosts(crier, buildPost(channels));
    await createOne(crier, buildPost(channels[0] ?? ''));
    const { targets } = await story(first);
    expect(targets.map(({ id, channel }) => [id, channel.name])).toEqual([
      [first, 'Nord'],
      [second, 'Ost'],
    ]);
    await crier.call('DELETE', `/posts/${second}`);
    expect((await story(first)).targets.map(({ id, status }) => [id, status])).toEqual([
      [first, 'scheduled'],
      [second, 'cancelled'],
    ]);
  });

  it('separates dates and reasons from the text', async () => {
    const id = await createOne(crier, buildPost(channels[0] ?? ''));
    const moved = FUTURE.replace('-04T', '-05T');
    await crier.call('PATCH', `/posts/${id}`, { body: { date: moved } });
    await sql(
      crier,
      `insert into post_event (post_id, kind, detail) values ($1, 'failed', '{"message": "Too long"}'), ($1, 'from_the_future', '{}')`,
      [id],
    );
    expect((await story(id)).timeline).toEqual([
      expect.objectContaining({ event: 'accepted', date: FUTURE, choice: 'schedule' }),
      expect.objectContaining({ event: 'rescheduled', date: moved }),
      expect.objectContaining({ event: 'failed', reason: 'Too long' }),
      expect.objectContaining({ event: 'from_the_future', reason: null, page: null, explanation: null }),
    ]);
  });

  it('has why a link card is missing, with its code and the page, for readers of other languages', async () => {
    const id = await createOne(crier, buildPost(channels[0] ?? ''));
    const page = 'https://shop.example/';
    const explanation = sentence('link_card_not_made');
    const part = { postId: id, itemId: '', revision: 1, position: 0 };
    await noteWithoutCard(crier.context.database, part, { ...explanation, page });
    const reason = `${page}: ${explanation.message}`;
    expect((await story(id)).timeline.at(-1)).toMatchObject({ part: 1, reason, page, explanation });
  });

  it('is shown to members of the organisation only', async () => {
    const other = await crier.anotherOrganization();
    const foreign = await crier.connect('sandbox', {}, other.id);
    const id = await createOne(crier, buildPost(foreign.id), other.apiKey);
    const refused = await ada.call<ErrorBody>('GET', `/posts/${id}/story`);
    expect(refusal(refused)).toMatchObject({ status: 403, code: 'foreign_resource' });
    const unknown = await ada.call<ErrorBody>('GET', `/posts/${UNKNOWN_ID}/story`);
    expect(refusal(unknown)).toMatchObject({ status: 404, code: 'post_not_found' });
  });
});
