import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildPost,
  buildTarget,
  createOne,
  png,
  refusal,
  sql,
  upload,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

interface Detail {
  readonly status: string;
  readonly publishDate: string;
  readonly timeline: readonly { readonly event: string }[];
}

describe('a post that was cancelled', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const cancelled = async (changes: Record<string, unknown> = {}, target = channel): Promise<string> => {
    const id = await createOne(crier, buildPost(target, changes));
    expect((await crier.call('DELETE', `/posts/${id}`)).body).toEqual({ id, status: 'cancelled' });
    return id;
  };
  const restore = (id: string) => ada.call<Detail & ErrorBody>('POST', `/posts/${id}/restore`);

  it('keeps its page, its state and its timeline for people, while clients of the API do not find it', async () => {
    const id = await cancelled();
    const { body } = await ada.call<Detail>('GET', `/posts/${id}`);
    expect(body.status).toBe('cancelled');
    expect(body.timeline.at(-1)?.event).toBe('cancelled');
    const story = await ada.call<{ targets: { id: string; status: string }[] }>('GET', `/posts/${id}/story`);
    expect(story.body.targets).toMatchObject([{ id, status: 'cancelled' }]);
    expect(refusal(await crier.call<ErrorBody>('GET', `/posts/${id}`)).status).toBe(404);
  });

  it('is found by its state, and is in no other list', async () => {
    const id = await cancelled();
    const listed = async (query: string): Promise<boolean> => {
      const { body } = await ada.call<{ posts: { id: string }[]; total: number }>(
        'GET',
        `/post-list?${query}`,
      );
      expect(body.total).toBe(body.posts.length);
      return body.posts.some((one) => one.id === id);
    };
    expect(await listed('status=cancelled&limit=50')).toBe(true);
    for (const query of ['show=all&limit=50', 'show=upcoming', 'status=scheduled', 'search=Spring']) {
      expect(await listed(query)).toBe(false);
    }
  });

  it('is scheduled again for its date when that is taken back, and its run is notified', async () => {
    const id = await cancelled();
    await sql(crier, 'delete from outbox');
    const { status, body } = await restore(id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'scheduled',
      publishDate: new Date(buildPost(channel).date as string).toISOString(),
    });
    expect(await sql(crier, 'select kind from outbox where post_id = $1', [id])).toEqual([
      { kind: 'sync_post' },
    ]);
    expect((await crier.call<Detail>('GET', `/posts/${id}`)).body.status).toBe('scheduled');
  });

  it('becomes a draft again if it was one', async () => {
    const id = await cancelled({ type: 'draft' });
    expect((await restore(id)).body.status).toBe('draft');
  });

  it('becomes a draft when its date has passed meanwhile: nothing is published at once', async () => {
    const id = await cancelled();
    await sql(crier, "update post set publish_at = now() - interval '1 minute' where id = $1", [id]);
    expect((await restore(id)).body.status).toBe('draft');
  });

  it('becomes a draft when a file of it was deleted meanwhile, and its timeline names the file', async () => {
    const { body: file } = await upload<{ id: string; path: string }>(crier, png());
    const other = (await upload<{ id: string; path: string }>(crier, png(3))).body;
    const having = ({ id, path }: typeof file) => ({
      posts: [buildTarget(channel, { value: [{ content: 'With a file', image: [{ id, path }] }] })],
    });
    const [lost, whole] = [await cancelled(having(file)), await cancelled(having(other))];
    expect((await ada.call('DELETE', `/media/${file.id}`)).status).toBe(200);
    const { body } = await restore(lost);
    expect([body.status, body.timeline.at(-1)]).toEqual([
      'draft',
      expect.objectContaining({
        event: 'unscheduled',
        text: `Moved back to the drafts: the file ${file.path.split('/').at(-1)} is gone`,
      }),
    ]);
    expect((await restore(whole)).body.status).toBe('scheduled');
  });

  it('becomes a draft when its channel is disabled, and stays cancelled when that is gone', async () => {
    const other = (await crier.connect('sandbox', { name: 'Elsewhere' })).id;
    const [draft, gone] = [await cancelled({}, other), await cancelled({}, other)];
    await sql(crier, 'update integration set disabled = true where id = $1', [other]);
    expect((await restore(draft)).body.status).toBe('draft');
    await sql(crier, 'update integration set deleted_at = now() where id = $1', [other]);
    expect(refusal(await restore(gone))).toEqual({ status: 404, code: 'integration_not_found' });
  });

  it('is restored once, and a post in any other state never', async () => {
    const id = await cancelled();
    await restore(id);
    expect(refusal(await restore(id))).toEqual({ status: 409, code: 'post_locked' });
  });

  it('belongs to its organisation', async () => {
    const id = await cancelled();
    const elsewhere = await crier.anotherOrganization();
    const zoe = await addPerson(crier, { organizationId: elsewhere.id });
    expect(refusal(await zoe.call<ErrorBody>('POST', `/posts/${id}/restore`))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
  });
});
