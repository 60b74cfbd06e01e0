import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildTarget,
  png,
  refusal,
  SMALL_FILES,
  sql,
  upload,
  UNKNOWN_ID,
  FUTURE,
  type ErrorBody,
} from '../../test/factories.ts';
import { addPerson } from '../../test/person.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Uploaded {
  id: string;
  path: string;
}

const film = (): Uint8Array<ArrayBuffer> => SMALL_FILES.mp4?.bytes ?? new Uint8Array();

describe('an upload named in a setting', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    // Nothing is published here, so no site is needed.
    channel = (await crier.connect('sandbox')).id;
    await sql(crier, "update integration set provider = 'wordpress' where id = $1", [channel]);
  });
  afterAll(() => crier?.stop());

  const uploaded = async (bytes: Uint8Array<ArrayBuffer>, key?: string): Promise<Uploaded> =>
    (await upload<Uploaded>(crier, bytes, key ? { key } : {})).body;
  const create = (cover: unknown, type = 'schedule'): Promise<Answer<ErrorBody>> =>
    crier.call<ErrorBody>('POST', '/posts', {
      body: {
        type,
        date: FUTURE,
        posts: [
          buildTarget(channel, {
            settings: { __type: 'wordpress', title: 'News', type: 'post', main_image: cover },
          }),
        ],
      },
    });

  it('is found by its id, or by its URL', async () => {
    const { id, path } = await uploaded(png());
    expect((await create({ id, path })).status).toBe(201);
    expect((await create({ id: 'our own', path })).status).toBe(201);
    expect((await create(null)).status).toBe(201);
  });

  it("is refused when it is elsewhere, another organisation's or unknown", async () => {
    const theirs = await uploaded(png(), (await crier.anotherOrganization()).apiKey);
    for (const cover of [
      theirs,
      {
        id: UNKNOWN_ID,
        path: 'https://elsewhere.example/uploads/2031/05/04/00000000000000000000000000000000.png',
      },
    ]) {
      expect(refusal(await create(cover))).toEqual({
        status: 400,
        code: 'media_not_stored',
        paths: ['posts.0.settings.main_image'],
      });
    }
  });

  it('must be a picture: a video is refused, but not in a draft', async () => {
    const video = await uploaded(film());
    expect(refusal(await create(video))).toMatchObject({
      status: 400,
      code: 'invalid_content',
      paths: ['posts.0.settings.main_image'],
    });
    expect((await create(video, 'draft')).status).toBe(201);
  });

  describe('as what stands for a video', () => {
    const named = (image: object): object => ({
      type: 'schedule',
      date: FUTURE,
      posts: [
        buildTarget(channel, {
          value: [{ content: 'Soup', image: [image] }],
          settings: { __type: 'wordpress', title: 'News', type: 'post' },
        }),
      ],
    });
    const created = async (image: object): Promise<string> => {
      const answer = await crier.call<{ postId: string }[]>('POST', '/posts', { body: named(image) });
      return answer.body[0]?.postId ?? '';
    };
    const shown = async (id: string): Promise<unknown> => {
      const { body } = await crier.call<{ items: { image: unknown[] }[] }>('GET', `/posts/${id}`);
      return body.items[0]?.image;
    };

    it('is kept with its moment when the post is stored, changed and shown, and needed like the video', async () => {
      const [video, picture] = [await uploaded(film()), await uploaded(png())];
      const image = { ...video, thumbnail: picture.path, thumbnailTimestamp: 0 };
      const id = await created(image);
      const expected = [{ id: video.id, path: video.path, thumbnail: picture.path, thumbnailTimestamp: 0 }];
      expect(await shown(id)).toEqual(expected);
      await crier.call('PATCH', `/posts/${id}`, { body: { content: 'Leek soup' } });
      expect(await shown(id)).toEqual(expected);
      const ada = await addPerson(crier);
      const removed = await ada.call<ErrorBody>('DELETE', `/media/${picture.id}`);
      expect(refusal(removed)).toMatchObject({ status: 409, code: 'media_in_use' });
    });

    it('is nothing for a picture, as an answer to an upload names none', async () => {
      const [one, other] = [await uploaded(png()), await uploaded(png())];
      expect(await shown(await created({ ...one, thumbnail: other.path, thumbnailTimestamp: 1 }))).toEqual([
        { id: one.id, path: one.path },
      ]);
      expect(await shown(await created({ ...one, thumbnail: null }))).toEqual([
        { id: one.id, path: one.path },
      ]);
    });

    it.each([
      ['a video', async () => ({ thumbnail: (await uploaded(film())).path }), 'invalid_content', 'thumbnail'],
      [
        "another organisation's picture",
        async () => ({ thumbnail: (await uploaded(png(), (await crier.anotherOrganization()).apiKey)).path }),
        'media_not_stored',
        'thumbnail',
      ],
      [
        'a file that cannot be used',
        async () => ({ thumbnail: 'data:text/plain;base64,c291cA==' }),
        'unsupported_file',
        'thumbnail',
      ],
      [
        'a moment after its end',
        async () => ({ thumbnailTimestamp: 86_400_000 }),
        'invalid_content',
        'thumbnailTimestamp',
      ],
    ])('is refused when it is %s', async (_, thumbnail, code, field) => {
      const video = await uploaded(film());
      await sql(crier, 'update media set duration_ms = 1000 where id = $1', [video.id]);
      const answer = await crier.call<ErrorBody>('POST', '/posts', {
        body: named({ ...video, ...(await thumbnail()) }),
      });
      expect(refusal(answer)).toEqual({ status: 400, code, paths: [`posts.0.value.0.image.0.${field}`] });
    });
  });
});
