/** Changes seen without a reload, in a real browser. */
import { expect, it } from '@jest/globals';
import { buildPost, createOne, setState, sql } from '../test/factories.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { useWebApp } from '../test/web-app.ts';
import { concerns } from './api/concerns.ts';
import { strings } from './strings/index.ts';

const text = strings.live;

describeWith([chromium], 'an open page', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  const main = () => app.page.getByRole('main');
  const isLive = () => main().getByText(text.live, { exact: true }).waitFor();
  const shows = (status: 'scheduled' | 'published' | 'failed') =>
    main().getByText(strings.posts.states[status], { exact: true }).first().waitFor();
  /** How often the page has asked for this since. */
  const asked = (path: string, since: number): number =>
    app.urls.slice(since).filter((url) => new URL(url).pathname === path).length;

  it('shows that a post was published, without a reload and without asking all the time', async () => {
    const id = await createOne(app.crier, buildPost(channel));
    await app.page.goto(`/posts/${id}`);
    await shows('scheduled');
    await isLive();
    const before = app.urls.length;
    await setState(app.crier, id, 'published');
    await shows('published');
    expect(asked(`/posts/${id}`, before)).toBe(0);
    expect(asked(`/api/posts/${id}`, before)).toBeLessThanOrEqual(3);
  });

  it('shows a new post on the home page', async () => {
    await app.page.goto('/');
    await isLive();
    const id = await createOne(app.crier, buildPost(channel));
    await setState(app.crier, id, 'failed');
    await app.region(strings.home.needsYou).locator(`a[href="/posts/${id}"]`).first().waitFor();
  });

  it('asks from time to time while the stream is refused, shows it, and is live again afterwards', async () => {
    await app.page.route('**/api/events', (route) => route.abort());
    const id = await createOne(app.crier, buildPost(channel));
    await app.page.goto(`/posts/${id}`);
    await main().getByText(text.asking).waitFor();
    await setState(app.crier, id, 'published');
    await shows('published');
    await app.page.unroute('**/api/events');
    await isLive();
  });

  it('goes on after the connection to PostgreSQL was lost', async () => {
    const id = await createOne(app.crier, buildPost(channel));
    await app.page.goto(`/posts/${id}`);
    await isLive();
    await sql(
      app.crier,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%-listens' and datname = current_database()",
    );
    await setState(app.crier, id, 'failed');
    await shows('failed');
  });

  it('reads again only what a change concerns', () => {
    const reading = (path: string, id?: string) => ['get', path, id ? { params: { path: { id } } } : {}];
    expect(concerns({ kind: 'post', id: 'a' }, reading('/posts/{id}', 'a'))).toBe(true);
    expect(concerns({ kind: 'post', id: 'a' }, reading('/posts/{id}', 'b'))).toBe(false);
    expect(concerns({ kind: 'post', id: null }, reading('/posts/{id}', 'b'))).toBe(true);
    expect(concerns({ kind: 'post', id: 'a' }, reading('/post-list'))).toBe(true);
    expect(concerns({ kind: 'draft', id: 'a' }, reading('/compositions'))).toBe(true);
    expect(concerns({ kind: 'draft', id: 'a' }, reading('/post-list'))).toBe(false);
    expect(concerns({ kind: 'channel', id: 'a' }, reading('/integrations'))).toBe(true);
    expect(concerns({ kind: 'notification', id: 'a' }, reading('/posts'))).toBe(false);
    expect(concerns({ kind: 'instance', id: null }, reading('/self'))).toBe(false);
  });
});
