/** `channels try` with all that a post may have: files, files of settings, a link with its card. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startWorld, type World } from '../../../../providers/linkedin/fixtures/world.ts';
import type { TriedChannel } from '../../../channels/try-channel.ts';
import { mp4 } from '../../../platform/media/fixtures/mp4.ts';
import { png, sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { readReport, seenIn } from '../../../test/networks/seen.ts';
import { startMediaHost, type MediaHost } from '../../../uploads/fixtures/media-host.ts';
import { runCrier } from '../fixtures/run-cli.ts';

jest.setTimeout(120_000);

describe('a post that a trial publishes', () => {
  let crier: TestInstance;
  let linkedin: World;
  let host: MediaHost;
  let id: string;
  beforeAll(async () => {
    [linkedin, host] = await Promise.all([startWorld('profile'), startMediaHost()]);
    crier = await startInstance({
      temporal: false,
      env: {
        LINKEDIN_API_URL: linkedin.front.url,
        LINKEDIN_CLIENT_ID: linkedin.network.client.id,
        LINKEDIN_CLIENT_SECRET: linkedin.network.client.secret,
        SSRF_ALLOW_CIDRS: '127.0.0.1/32',
      },
    });
    const { credentials, details } = linkedin.channel;
    id = await insertChannel(crier, 'linkedin', {
      name: 'Ada in private',
      credentials: credentials as Record<string, string>,
      details: details as Record<string, unknown>,
    });
  });
  afterAll(async () => {
    await crier?.stop();
    await linkedin?.stop();
    await host?.stop();
  });

  const run = (...args: string[]) => runCrier(crier.env, 'channels', 'try', id, '--publish', ...args);
  const report = async (...args: string[]): Promise<TriedChannel> =>
    JSON.parse((await run(...args, '--json')).stdout) as TriedChannel;
  const failed = ({ steps }: TriedChannel) => steps.filter(({ ok }) => ok === false);
  const kept = (): Promise<unknown[]> => sql(crier, 'select 1 from media where deleted_at is null');
  const file = (name: string, content: Uint8Array | string): string => {
    const path = join(crier.dataDir, name);
    writeFileSync(path, content);
    return path;
  };
  const film = (): string =>
    file('film.mp4', mp4({ width: 1280, height: 720, durationMs: 5000, samples: 100_000 }));

  it('has its video, with alternative text, cover and subtitles, and nothing of it is left', async () => {
    const subtitles = file('en.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nTea is ready\n');
    const tried = await report(
      '--media',
      film(),
      '--alt',
      'A kettle',
      '--settings',
      '{"subtitles":{"language":"en"}}',
      '--upload',
      `thumbnail=${file('cover.png', png(640, 360))}`,
      `subtitles.file=${subtitles}`,
    );
    expect([failed(tried), tried.left, await kept()]).toEqual([[], [], []]);
    expect(tried.tried).toEqual([
      'text',
      'video (video/mp4)',
      'alt text',
      'setting subtitles',
      'upload thumbnail (image/png)',
    ]);
    const upload = linkedin.network.uploads().find(({ kind }) => kind === 'video');
    expect(upload?.thumbnail).toBeInstanceOf(Buffer);
    expect(JSON.stringify(upload?.captions)).toContain('Tea is ready');
    expect(linkedin.live()).toEqual([]);
  });

  it('has a link with the card of its page, and with a picture of its own', async () => {
    host.serve('/menu', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Menu</title>'),
    );
    const image = `link.image=${file('card.png', png(60, 30))}`;
    const tried = await report('--text', 'Tea', '--link', `${host.url}/menu`, '--upload', image);
    expect([failed(tried), tried.tried]).toEqual([[], ['text', 'link', 'upload link.image (image/png)']]);
    expect(tried.steps).toContainEqual(
      expect.objectContaining({ step: 'card of the link', detail: '"Menu", with a picture' }),
    );
    expect(linkedin.network.entries().at(-1)).toMatchObject({
      text: expect.stringContaining(`Tea ${host.url.replaceAll('_', '\\_')}/menu`),
      article: {
        source: `${host.url}/menu`,
        title: 'Menu',
        thumbnail: expect.stringContaining('urn:li:image'),
      },
    });
  });

  it('is published without the card where its page is gone, and the report says so', async () => {
    const gone = host.serve('/gone', (_, response) => response.writeHead(404).end());
    const tried = await report('--text', 'Coffee', '--link', gone);
    expect(failed(tried).map(({ step }) => step)).toEqual(['card of the link']);
    expect(tried.steps).toContainEqual(expect.objectContaining({ step: 'publish', ok: true }));
  });

  it('may have several pictures as a document, as posts have', async () => {
    const pictures = [file('1.png', png(40, 40)), file('2.png', png(40, 40))];
    const settings = '{"post_as_images_carousel":true}';
    const tried = await report('--media', ...pictures, '--settings', settings);
    expect(failed(tried)).toEqual([]);
    expect(tried.tried).toContain('setting post_as_images_carousel: true');
    expect(linkedin.network.uploads().some(({ kind }) => kind === 'document')).toBe(true);
  });

  it('is not published where Crier would refuse it, and the report names each reason', async () => {
    const before = linkedin.network.entries().length;
    const cover = `thumbnail=${file('cover.png', png(640, 360))}`;
    const tried = await report('--text', 'x'.repeat(3001), '--upload', cover);
    expect(failed(tried)).toMatchObject([
      { step: 'check the post', detail: expect.stringMatching(/value\.0\.content: .*settings\.thumbnail: /) },
    ]);
    expect([linkedin.network.entries().length, await kept()]).toEqual([before, []]);
  });

  it.each([
    ['a setting that is not there', 'cover=FILE', /no setting "cover" that takes a file.*link\.image/],
    ['a setting that is a text', 'visibility=FILE', /it has link\.image, thumbnail, subtitles\.file/],
    ['no setting', 'FILE', /--upload must be the name of a setting and a file/],
  ])('takes no file of %s', async (_, upload, message) => {
    const path = file('cover.png', png());
    const { code, stdout, stderr } = await run('--upload', upload.replace('FILE', path));
    expect([code === 0, await kept()]).toEqual([false, []]);
    expect(stdout + stderr).toMatch(message);
  });

  it('and its files need --publish', async () => {
    const tried = await runCrier(crier.env, 'channels', 'try', id, '--link', 'https://a.example/');
    expect(tried).toMatchObject({ code: 2, stderr: expect.stringContaining('--link needs --publish') });
  });

  it('has no more alternative texts than files', async () => {
    const tried = await run('--media', film(), '--alt', 'A kettle', 'A cup');
    expect(tried).toMatchObject({ code: 2, stderr: expect.stringContaining('--alt has more texts') });
    expect(await kept()).toEqual([]);
  });

  it('is reported in Markdown, without the channel, and is what the documents take over', async () => {
    const { stdout } = await run('--media', film(), '--markdown');
    expect(stdout).toMatch(/^### linkedin, tried by Crier /);
    expect(stdout).toContain('\n- `video (video/mp4)`\n');
    expect(stdout).toMatch(/^\| `ok` \| `publish` \| `\d+ ms` \| `.+` \|$/m);
    expect(stdout).not.toMatch(/Ada in private/);
    expect(stdout).not.toContain(id);
    const seen = seenIn(readReport(stdout));
    expect(seen).toMatchObject({ provider: 'linkedin', tried: ['text', 'video (video/mp4)'], failed: [] });
    expect(seen.worked).toEqual(expect.arrayContaining(['publish', 'take it down']));
    expect(readFileSync('docs/networks/seen.json', 'utf8')).not.toContain(id);
  });
});
