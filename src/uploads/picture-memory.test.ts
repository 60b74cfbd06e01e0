import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { PLACE, bytesOf } from '../platform/media/fixtures/picture.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { memoryOfChildren, peakOf } from './fixtures/memory-of.ts';

const MB = 1024 * 1024;

// Only Linux reports the peak memory of another process.
const describeHere = process.platform === 'linux' ? describe : describe.skip;

describeHere('pictures of nearly 100 million pixels', () => {
  let crier: TestInstance;
  let api: { url: string; pid: number };
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, api: false });
    const { child, url } = await crier.startApiProcess();
    api = { url, pid: child.pid ?? 0 };
  }, 60_000);
  afterAll(() => crier?.stop());

  const upload = async (bytes: Uint8Array<ArrayBuffer>): Promise<{ id: string; width: number }> => {
    const body = new FormData();
    body.set('file', new Blob([bytes]), 'photo.jpg');
    const headers = { authorization: crier.apiKey };
    const answer = await fetch(`${api.url}/public/v1/upload`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
    return (await answer.json()) as { id: string; width: number };
  };
  const fit = async (id: string): Promise<{ status: number; width: number; height: number }> => {
    const headers = { authorization: crier.apiKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ for: 'instagram', ratio: 'crop' });
    const answer = await fetch(`${api.url}/public/v1/media/${id}/fit`, { method: 'POST', headers, body });
    return { status: answer.status, ...((await answer.json()) as { width: number; height: number }) };
  };

  it('are turned, stripped and fitted one at a time, however many come at once', async () => {
    const background = { r: 10, g: 90, b: 40 };
    const whole = sharp({ create: { width: 12_000, height: 8000, channels: 3, background } });
    const bytes = await bytesOf(whole.jpeg().withMetadata({ orientation: 6 }).withExifMerge(PLACE));
    await upload(await bytesOf(sharp({ create: { width: 9, height: 9, channels: 3, background } }).jpeg()));
    const before = peakOf(api.pid);
    let most = 0;
    const look = setInterval(() => (most = Math.max(most, memoryOfChildren(api.pid))), 20);
    const uploaded = await Promise.all([1, 2].map(() => upload(bytes)));
    expect(uploaded.map(({ width }) => width)).toEqual([8000, 8000]);
    const fitted = await Promise.all(uploaded.map(({ id }) => fit(id)));
    expect(fitted).toEqual(
      uploaded.map(() => expect.objectContaining({ status: 201, width: 8000, height: 10_000 })),
    );
    clearInterval(look);
    // One takes 530; two at once, 900. The process that was sent them reads none of it.
    expect(most / MB).toBeGreaterThan(100);
    expect(most / MB).toBeLessThan(700);
    expect((peakOf(api.pid) - before) / MB).toBeLessThan(100);
  }, 120_000);
});
