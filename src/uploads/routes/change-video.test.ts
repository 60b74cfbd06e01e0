import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNKNOWN_ID, countRows, png, refusal, sql, upload, type ErrorBody } from '../../test/factories.ts';
import { eventually, startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { ffmpeg } from '../../test/servers/ffmpeg.ts';
import { describeWith } from '../../test/servers/server.ts';

interface Uploaded {
  readonly id: string;
  readonly path: string;
  readonly width: number | null;
  readonly durationMs: number | null;
  readonly alt: string | null;
}
interface Job {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly progress: number;
  readonly media: Uploaded | null;
  readonly error: { readonly code: string } | null;
}

const MADE = join(import.meta.dirname, '../../platform/media/fixtures/elsewhere');
jest.setTimeout(60_000);

/** What the tests of both kinds of instances do. */
function videosOf(crier: () => TestInstance) {
  const change = (
    id: string,
    how: 'convert' | 'trim',
    options: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer<Job>> => crier().call<Job>('POST', `/media/${id}/${how}`, options);
  return {
    change,
    add: async (name: string): Promise<Uploaded> =>
      (await upload<Uploaded>(crier(), readFileSync(join(MADE, name)))).body,
    ended: async (job: string): Promise<Job> => {
      let last: Job | undefined;
      await eventually('the job ends', async () => {
        last = (await crier().call<Job>('GET', `/video-jobs/${job}`)).body;
        return last.state !== 'running';
      });
      if (!last) throw new Error('nothing was read');
      return last;
    },
    encodingOf: (id: string) =>
      sql<{ video: unknown; name: string; alt: string | null }>(
        crier(),
        'select video, original_name as name, alt from media where id = $1',
        [id],
      ).then(([row]) => row),
  };
}

describeWith([ffmpeg], 'a video of an instance with ffmpeg', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { CRIER_FFMPEG: ffmpeg.path() } });
  });
  afterAll(() => crier?.stop());
  const { change, add, ended, encodingOf } = videosOf(() => crier);

  it('is converted to H.264 at a rate that networks take, as one more upload with its alternative text', async () => {
    const film = await add('hevc.mov');
    await sql(crier, "update media set alt = 'A pot', original_name = 'film.mov' where id = $1", [film.id]);
    const begun = await change(film.id, 'convert');
    expect([begun.status, begun.body]).toEqual([
      201,
      { id: expect.any(String), kind: 'convert', state: 'running', progress: 0, media: null, error: null },
    ]);
    const { state, progress, media } = await ended(begun.body.id);
    expect([state, progress]).toEqual(['done', 100]);
    expect(media).toMatchObject({ width: 64, height: 48, type: 'video/mp4', alt: 'A pot' });
    expect(media?.id).not.toBe(film.id);
    expect(await encodingOf(media?.id ?? '')).toEqual({
      name: 'film, converted',
      alt: 'A pot',
      video: { codec: 'avc', audio: 'aac', frameRate: 30, chroma: '4:2:0' },
    });
    expect((await fetch(film.path)).status).toBe(200);
    expect(readdirSync(join(crier.context.uploadFolder, '.incoming'))).toEqual([]);
  });

  it('is trimmed to the frame', async () => {
    const film = await add('isom.mp4');
    const { body } = await change(film.id, 'trim', { body: { startMs: 0, endMs: 500 } });
    const { media } = await ended(body.id);
    expect(media?.durationMs).toBeGreaterThanOrEqual(480);
    expect(await encodingOf(media?.id ?? '')).toMatchObject({ name: expect.stringMatching(/, trimmed$/) });
  });

  it('is changed once for an Idempotency-Key', async () => {
    const film = await add('hevc.mov');
    const headers = { 'idempotency-key': 'convert-1' };
    const [first, second] = [
      await change(film.id, 'convert', { headers }),
      await change(film.id, 'convert', { headers }),
    ];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    await ended(first.body.id);
  });

  it('that is damaged fails with the reason, and nothing is stored', async () => {
    const film = await add('isom.mp4');
    const [row] = await sql<{ path: string }>(crier, 'select path from media where id = $1', [film.id]);
    const path = join(crier.context.uploadFolder, row?.path ?? '');
    // What only a decoder notices: the index names what is there, and what is there is nothing.
    const bytes = readFileSync(path);
    const from = bytes.indexOf('mdat') + 4;
    writeFileSync(path, bytes.fill(0, from));
    await sql(crier, 'update media set sha256 = null where id = $1', [film.id]);
    const before = await countRows(crier, 'media');
    const { body } = await change(film.id, 'convert');
    expect(await ended(body.id)).toMatchObject({
      state: 'failed',
      media: null,
      error: { code: 'conversion_impossible', message: expect.stringContaining('Export it as MP4') },
    });
    expect(await countRows(crier, 'media')).toBe(before);
  });

  it('waits where five of its organisation are under way, and is refused as a sixth', async () => {
    const film = await add('isom.mp4');
    await sql(
      crier,
      "insert into video_job (id, organization_id, kind) select gen_random_uuid(), $1, 'trim' from generate_series(1, 5)",
      [crier.organizationId],
    );
    const sixth = await change(film.id, 'convert');
    expect([refusal(sixth as Answer<never>), sixth.headers.get('retry-after')]).toEqual([
      { status: 429, code: 'videos_busy' },
      '60',
    ]);
    await sql(
      crier,
      "update video_job set touched_at = now() - interval '2 minutes' where state = 'running'",
    );
    expect((await change(film.id, 'convert')).status).toBe(201);
  });

  it('whose process has ended is reported as failed', async () => {
    const [job] = await sql<{ id: string }>(
      crier,
      "insert into video_job (id, organization_id, kind, touched_at) values (gen_random_uuid(), $1, 'trim', now() - interval '2 minutes') returning id",
      [crier.organizationId],
    );
    expect((await crier.call<Job>('GET', `/video-jobs/${job?.id}`)).body).toMatchObject({
      state: 'failed',
      error: { code: 'video_interrupted' },
    });
  });
});

describe('a video of an instance without ffmpeg', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());
  const { change, add, ended, encodingOf } = videosOf(() => crier);

  it('is not converted', async () => {
    const film = await add('hevc.mov');
    expect(refusal((await change(film.id, 'convert')) as Answer<never>)).toEqual({
      status: 409,
      code: 'conversion_off',
    });
  });

  it('is trimmed at its key frames, in its own encoding', async () => {
    const film = await add('hevc.mov');
    const { body } = await change(film.id, 'trim', { body: { startMs: 0, endMs: 500 } });
    const { state, media } = await ended(body.id);
    expect(state).toBe('done');
    expect(await encodingOf(media?.id ?? '')).toMatchObject({ video: { codec: 'hevc', audio: 'aac' } });
  });

  it('is refused with the field that is in the way', async () => {
    const film = await add('isom.mp4');
    const picture = (await upload<Uploaded>(crier, png())).body;
    const paths = async (id: string, body: unknown) =>
      refusal((await change(id, 'trim', { body })) as Answer<never>);
    const cannot = (path: string) => ({ status: 400, code: 'cannot_change_video', paths: [path] });
    expect(await paths(picture.id, { endMs: 1000 })).toEqual(cannot('id'));
    expect(await paths(film.id, { startMs: 60_000, endMs: 70_000 })).toEqual(cannot('startMs'));
    expect(await paths(film.id, { startMs: 200, endMs: 300 })).toEqual(cannot('endMs'));
    expect(await paths(film.id, {})).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await paths(UNKNOWN_ID, { endMs: 1000 })).toEqual({ status: 404, code: 'media_not_found' });
    expect(refusal(await crier.call<ErrorBody>('GET', `/video-jobs/${UNKNOWN_ID}`))).toEqual({
      status: 404,
      code: 'video_job_not_found',
    });
  });
});
