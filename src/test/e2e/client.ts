/** A Public API client for the end-to-end tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestInstance } from '../instance.ts';

/** One part of a post as a client sends it. */
export interface Part {
  readonly content: string;
  readonly image?: readonly { readonly id: string; readonly path: string; readonly alt?: string }[];
}

/** What GET /posts/{id} shows. */
export interface PostPage {
  readonly id: string;
  readonly publishDate: string;
  readonly state: string;
  readonly status: string;
  readonly revision: number;
  readonly latenessMs: number | null;
  readonly publishedAt: string | null;
  readonly releaseId: string | null;
  readonly releaseURL: string | null;
  readonly error: { code: string; message: string } | null;
  readonly items: readonly { readonly releaseId: string | null; readonly releaseURL: string | null }[];
  readonly timeline: readonly { readonly at: string; readonly event: string; readonly text: string }[];
}

/** A request for one or several channels with the same parts. */
export interface NewPost {
  readonly channels: readonly string[];
  readonly parts: readonly Part[];
  readonly date?: Date;
  /** Default: `schedule` when there is a date, otherwise `now`. */
  readonly type?: 'schedule' | 'now' | 'draft';
}

/** A stored upload. */
export interface Uploaded {
  readonly id: string;
  readonly path: string;
}

/** A whole second at least `seconds` ahead: networks that show only seconds can be compared with it. */
export function inSeconds(seconds: number): Date {
  return new Date((Math.ceil(Date.now() / 1000) + seconds) * 1000);
}

/** Sleeps until `ms` after `date`. */
export async function until(date: Date, ms = 0): Promise<void> {
  await sleep(Math.max(0, date.getTime() + ms - Date.now()));
}

/**
 * The timeline without the hand-over to Temporal, which a busy machine may record after the run has begun.
 */
export function eventsOf(page: PostPage): string[] {
  return page.timeline.map((line) => line.event).filter((event) => event !== 'workflow_started');
}

/** A client with an instance's key. */
export interface Client {
  /** Creates a post; resolves with one id for each channel. Throws the error answer. */
  create(post: NewPost): Promise<string[]>;
  /** One post, as its page shows it. */
  page(id: string): Promise<PostPage>;
  /**
   * Waits until the post has one of the given states. Rejects, with its timeline, when it ended in another
   * one.
   */
  reaches(id: string, ...status: string[]): Promise<PostPage>;
  /** Waits until Temporal has the post. */
  handedOver(id: string): Promise<void>;
  upload(file: { bytes: Uint8Array<ArrayBuffer>; name: string; type: string }): Promise<Uploaded>;
}

const ENDED = ['published', 'partly_published', 'failed', 'unconfirmed', 'missed', 'cancelled'];
const PATIENCE_MS = 180_000;

/**
 * The client of an instance, or of another of its API processes at `url`. `settings` are sent with every post
 * it creates.
 */
export function clientOf(
  crier: Pick<TestInstance, 'url' | 'apiKey'>,
  url = crier.url,
  settings?: Readonly<Record<string, unknown>>,
): Client {
  async function call<T>(method: string, path: string, body?: string | FormData, type?: string): Promise<T> {
    const response = await fetch(`${url}/public/v1${path}`, {
      method,
      body,
      headers: { authorization: crier.apiKey, ...(type ? { 'content-type': type } : {}) },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }
  const page = (id: string): Promise<PostPage> => call('GET', `/posts/${id}`);
  return {
    page,
    async create({ channels, parts, date, type = date ? 'schedule' : 'now' }) {
      const posts = channels.map((id) => ({
        integration: { id },
        value: parts,
        ...(settings ? { settings } : {}),
      }));
      const body = JSON.stringify({ type, date: (date ?? new Date()).toISOString(), posts });
      return (await call<{ postId: string }[]>('POST', '/posts', body, 'application/json')).map(
        (p) => p.postId,
      );
    },
    async reaches(id, ...status) {
      const end = Date.now() + PATIENCE_MS;
      for (;;) {
        const post = await page(id);
        if (status.includes(post.status)) return post;
        if (ENDED.includes(post.status) || Date.now() > end) {
          throw new Error(
            `The post is ${post.status}, not ${status.join(' or ')}:\n${post.timeline.map((t) => `${t.at} ${t.text}`).join('\n')}`,
          );
        }
        await sleep(250);
      }
    },
    async handedOver(id) {
      while (!(await page(id)).timeline.some((line) => line.event === 'workflow_started')) await sleep(100);
    },
    upload({ bytes, name, type }) {
      const form = new FormData();
      form.set('file', new Blob([bytes], { type }), name);
      return call('POST', '/upload', form);
    },
  };
}
