import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startInstance, type TestInstance } from '../test/instance.ts';

describe('The URL of an instance', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier.stop());

  it('says in a terminal where the web app, the API, its reference and its health are', async () => {
    const answer = await fetch(crier.url, { headers: { accept: '*/*' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const urls = (await answer.text()).match(/http\S+/g) ?? [];
    expect(urls).toHaveLength(4);
    for (const url of urls.filter((one) => !one.endsWith('/v1'))) {
      const { status } = await fetch(url, { headers: { accept: 'text/html' } });
      expect({ url, status: [200, 503].includes(status) }).toEqual({ url, status: true });
    }
  });

  it('is the web app in a browser, and no page for a form that is sent to it', async () => {
    const page = await fetch(crier.url, { headers: { accept: 'text/html,application/xhtml+xml' } });
    expect(await page.text()).toMatch(/^<!doctype html>/);
    expect((await fetch(crier.url, { method: 'POST' })).status).toBe(404);
  });
});
