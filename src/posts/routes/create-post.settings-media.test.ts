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
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Uploaded {
  id: string;
  path: string;
}

describe('an upload that a setting names', () => {
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

  it('is found by its id, or by its address', async () => {
    const { id, path } = await uploaded(png());
    expect((await create({ id, path })).status).toBe(201);
    expect((await create({ id: 'our own', path })).status).toBe(201);
    expect((await create(null)).status).toBe(201);
  });

  it('is refused when it is unknown or belongs to another organisation', async () => {
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

  it('is a picture: a video is refused, but not in a draft', async () => {
    const film = await uploaded(SMALL_FILES.mp4?.bytes ?? new Uint8Array());
    expect(refusal(await create(film))).toMatchObject({
      status: 400,
      code: 'invalid_content',
      paths: ['posts.0.settings.main_image'],
    });
    expect((await create(film, 'draft')).status).toBe(201);
  });
});
