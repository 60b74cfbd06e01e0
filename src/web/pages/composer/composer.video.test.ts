/** A video that a browser recorded: uploaded, played in the preview, and published to the sandbox. */
import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sql } from '../../../test/factories.ts';
import { startInstance } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { clientOf } from '../../../test/e2e/client.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const TYPE = 'video/mp4;codecs=avc1.42E01E';
const WIDTH = 160;
jest.setTimeout(120_000);

/** Two seconds of a moving square, encoded by the browser: no file of a video is kept in the repository. */
async function recordVideo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate<string>(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${WIDTH}, height: 90 });
    const pen = canvas.getContext('2d');
    let x = 0;
    const drawing = setInterval(() => {
      pen.fillStyle = '#124';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.fillStyle = '#fc6';
      pen.fillRect((x += 4) % canvas.width, 30, 30, 30);
    }, 40);
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: '${TYPE}' });
    const chunks = [];
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    recorder.start();
    await new Promise((passed) => setTimeout(passed, 2000));
    const stopped = new Promise((done) => (recorder.onstop = done));
    recorder.stop();
    await stopped;
    clearInterval(drawing);
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  })()`);
  return Buffer.from(base64, 'base64');
}

/** Plays the video with this description, and resolves with its width once its time has moved on. */
const play = (page: Page, label: string): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const video = document.querySelector('video[aria-label="${label}"]');
    video.muted = true;
    const moved = new Promise((done, failed) => {
      video.ontimeupdate = () => { if (video.currentTime > 0.5) done(); };
      video.onerror = () => failed(new Error('the video cannot be played: ' + video.error?.message));
    });
    await video.play();
    await moved;
    video.pause();
    return video.videoWidth;
  })()`);

describeWith([chromium], 'a video', () => {
  const app = useWebApp({
    start: startInstance,
    prepare: (crier) => Promise.all([crier.connect('sandbox', { name: 'Window' }), crier.startWorker()]),
  });

  it('plays in the preview of the composer, and after it was published', async () => {
    const { page, crier } = app;
    const [channel] = await sql<{ id: string }>(crier, 'select id from integration');
    await page.goto(`/compose?channel=${channel?.id}`);
    const film = await recordVideo(page);
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('How it is cooked');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: film });
    await page.getByRole('textbox', { name: text.media.alt(1) }).fill('A pot on the stove');
    const preview = page.getByRole('region', { name: text.preview.label });
    await preview.locator('video[aria-label="A pot on the stove"][controls]').waitFor();
    expect(await play(page, 'A pot on the stove')).toBe(WIDTH);
    await expectCleanPage(app.open, 'composer-video-plays');

    await page.getByText(text.when.kinds.now, { exact: true }).click();
    await page.getByRole('button', { name: text.send.now, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: text.send.now }).click();
    await page.getByRole('heading', { name: text.result.publishing }).waitFor();
    const [post] = await sql<{ id: string }>(crier, 'select id from post');
    const published = await clientOf(crier).reaches(post?.id ?? '', 'published');
    expect(published.items).toEqual([
      expect.objectContaining({ image: [expect.objectContaining({ alt: 'A pot on the stove' })] }),
    ]);
    await page.goto(`/posts/${post?.id}`);
    await page.locator('video[aria-label="A pot on the stove"]').waitFor();
    expect(await play(page, 'A pot on the stove')).toBe(WIDTH);
    await expectCleanPage(app.open, 'post-video-plays');

    // The sandbox links what it was given: the very bytes that were recorded.
    const [file] = await sql<{ size: number; mime: string }>(crier, 'select size::int, mime from media');
    expect(file).toEqual({ size: film.length, mime: 'video/mp4' });
    await page.goto(published.releaseURL ?? '');
    const link = page.getByRole('link', { name: 'A pot on the stove' });
    const answer = await page.context().request.get((await link.getAttribute('href')) ?? '');
    expect(Buffer.compare(await answer.body(), film)).toBe(0);
    expect(app.open.complaints).toEqual([]);
  });
});
