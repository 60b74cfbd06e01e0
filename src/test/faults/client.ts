/**
 * A careful client: it repeats a request without an answer with the same Idempotency-Key, and records its
 * answers.
 */
import { randomUUID } from 'node:crypto';
import type { Promised } from './checker.ts';
import type { Random } from './random.ts';

/** One post of this client. The fields of `Promised` follow the answers. */
export type Submission = { -readonly [K in keyof Promised]: Promised[K] } & {
  readonly idempotencyKey: string;
  /** Id in each answer to the create request, in order. */
  readonly ids: string[];
  /** Create requests that were sent. */
  attempts: number;
  readonly body: unknown;
};

/** The post to create; `dueInMs` from now, one text for each part. */
export interface Wish {
  readonly dueInMs: number;
  readonly parts?: number;
  readonly delayMinutes?: number;
  /** The channel to post to; default: any of the client's. */
  readonly on?: Channel;
  /** Settings that its network needs. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Uploaded files that the first part carries. */
  readonly media?: readonly { readonly id: string; readonly path: string }[];
  /** Ends each part, and is to become short: then the versions are what the text was before. */
  readonly link?: (token: string) => string;
}

/** A channel and the account on the network behind it. */
export interface Channel {
  readonly id: string;
  /**
   * Name of the account; its tags define how the network treats it (providers/_networks/sandbox/traits.ts).
   */
  readonly name: string;
  /** Its name in the ledger. */
  readonly account: string;
}

/** An HTTP status, or `lost` for a request without an answer. */
export type Answer = number | 'lost';

/** Whether the answer leaves open the outcome of the request: the commit itself may have gone unanswered. */
const isOpen = (status: Answer): boolean => status === 'lost' || status === 503;

const RETRY_MS = 250;
const PATIENCE_MS = 60_000;

export class Client {
  readonly submissions: Submission[] = [];
  /** Every status that any request got. */
  readonly statuses = new Map<Answer, number>();
  /** When the outcome of a request stayed open, in milliseconds since the epoch. */
  readonly lostMs: number[] = [];
  readonly #url: string;
  readonly #apiKey: string;
  readonly #channels: readonly Channel[];
  readonly #random: Random;
  readonly #prefix: string;

  /**
   * @param options.prefix begins the token of each of its posts; several clients in one world need different
   * ones
   */
  constructor(options: {
    url: string;
    apiKey: string;
    channels: readonly Channel[];
    random: Random;
    prefix?: string;
  }) {
    this.#prefix = options.prefix ?? 'p';
    this.#url = options.url;
    this.#apiKey = options.apiKey;
    this.#channels = options.channels;
    this.#random = options.random;
  }

  /**
   * Creates a post and repeats the request until there is an answer. Throws when there is none for a minute,
   * or an error answer.
   */
  async create(wish: Wish): Promise<Submission> {
    const submission = this.draft(wish);
    await this.#createUntilAccepted(submission);
    return submission;
  }

  /** Records a create request without sending it; `again` sends it. */
  draft(wish: Wish): Submission {
    const channel = wish.on ?? this.#random.pick(this.#channels);
    const token = `${this.#prefix}${this.submissions.length}-${this.#random.between(1000, 9999)}`;
    const link = wish.link ? ` ${wish.link(token)}` : '';
    const texts = Array.from({ length: wish.parts ?? 1 }, (_, part) => this.#words(token, part) + link);
    const dueMs = Date.now() + wish.dueInMs;
    const value = texts.map((content, part) => ({
      content,
      ...(part && wish.delayMinutes ? { delay: wish.delayMinutes } : {}),
      ...(part === 0 && wish.media ? { image: wish.media } : {}),
    }));
    const body = {
      type: 'schedule',
      date: new Date(dueMs).toISOString(),
      ...(wish.link ? { shortLink: true } : {}),
      posts: [
        { integration: { id: channel.id }, value, ...(wish.settings ? { settings: wish.settings } : {}) },
      ],
    };
    const submission: Submission = {
      token,
      postId: null,
      account: channel.account,
      versions: [texts],
      dueMs,
      deleteAsked: false,
      idempotencyKey: randomUUID(),
      ids: [],
      attempts: 0,
      body,
    };
    this.submissions.push(submission);
    return submission;
  }

  /**
   * Creates posts that all come due at one moment, or `msEach` after each other; resolves well before that.
   */
  async createTogether(
    count: number,
    on: (index: number) => Channel,
    { msEach = 150, settings }: { msEach?: number; settings?: Wish['settings'] } = {},
  ): Promise<Submission[]> {
    const dueMs = Date.now() + 3000 + count * msEach;
    let index = 0;
    const made = await this.createMany(count, () => ({
      dueInMs: dueMs - Date.now(),
      on: on(index++),
      settings,
    }));
    if (Date.now() > dueMs - 500) {
      throw new Error(
        `this machine was too slow to create ${count} posts within ${3000 + count * msEach} ms`,
      );
    }
    return made;
  }

  /** Creates posts, several requests at a time. */
  async createMany(count: number, wish: () => Wish, { atOnce = 8 } = {}): Promise<Submission[]> {
    const made: Submission[] = [];
    let left = count;
    const work = async (): Promise<void> => {
      while (left-- > 0) made.push(await this.create(wish()));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return made;
  }

  /**
   * Sends the same create request once more, with the same key, and records the id in the answer. `url`:
   * another API process.
   */
  async again(submission: Submission, url = this.#url): Promise<Answer> {
    const status = await this.#send(submission, {
      url,
      headers: { 'idempotency-key': submission.idempotencyKey },
    });
    if (typeof status === 'number' && status >= 400 && status < 500) {
      throw new Error(`a create request was refused with ${status}`);
    }
    return status;
  }

  /** Sends it like a client that knows nothing of keys; a refusal counts as an answer. */
  async withoutKey(submission: Submission, url = this.#url): Promise<Answer> {
    return this.#send(submission, { url });
  }

  async #send(
    submission: Submission,
    { url, headers }: { url: string; headers?: Record<string, string> },
  ): Promise<Answer> {
    submission.attempts++;
    const { status, json } = await this.#call('POST', '/posts', { url, body: submission.body, headers });
    const postId = (json as { postId?: string }[] | undefined)?.[0]?.postId;
    if (status === 201 && postId) {
      submission.ids.push(postId);
      submission.postId = postId;
    }
    return status;
  }

  /** Asks for the post, as a program does that waits for it. */
  async read(submission: Submission): Promise<Answer> {
    return (await this.#call('GET', `/posts/${submission.postId}`)).status;
  }

  async cancel(submission: Submission): Promise<Answer> {
    submission.deleteAsked = true;
    const { status } = await this.#call('DELETE', `/posts/${submission.postId}`);
    if (typeof status === 'number' && status >= 400 && !isOpen(status)) submission.deleteAsked = false;
    return status;
  }

  /** Changes the text of the first part. */
  async edit(submission: Submission): Promise<Answer> {
    const content = this.#words(submission.token, 0);
    const edited = submission.versions.map((parts) => [content, ...parts.slice(1)]);
    const { status } = await this.#call('PATCH', `/posts/${submission.postId}`, { body: { content } });
    if (status === 200) submission.versions = edited;
    else if (isOpen(status)) submission.versions = [...submission.versions, ...edited];
    return status;
  }

  /** Moves the post `byMs` later. */
  async move(submission: Submission, byMs: number): Promise<Answer> {
    const dueMs = submission.dueMs + byMs;
    const { status } = await this.#call('PATCH', `/posts/${submission.postId}`, {
      body: { date: new Date(dueMs).toISOString() },
    });
    if (status === 200) submission.dueMs = dueMs;
    return status;
  }

  async #createUntilAccepted(submission: Submission): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; ;) {
      const status = await this.again(submission);
      if (status === 201) return;
      if (Date.now() > end) throw new Error(`no answer to a create request within ${PATIENCE_MS} ms`);
      await new Promise((next) => setTimeout(next, RETRY_MS));
    }
  }

  async #call(
    method: string,
    path: string,
    {
      url = this.#url,
      body,
      headers = {},
    }: { url?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<{ status: Answer; json?: unknown }> {
    const answer = await this.#fetch(method, `${url}/public/v1${path}`, { body, headers });
    if (isOpen(answer.status)) this.lostMs.push(Date.now());
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    return answer;
  }

  async #fetch(
    method: string,
    url: string,
    { body, headers }: { body: unknown; headers: Record<string, string> },
  ): Promise<{ status: Answer; json?: unknown }> {
    try {
      const response = await fetch(url, {
        method,
        headers: {
          authorization: this.#apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await response.text();
      return { status: response.status, json: text ? JSON.parse(text) : undefined };
    } catch {
      return { status: 'lost' }; // refused, reset or too slow: none of these is an answer
    }
  }

  #words(token: string, part: number): string {
    return `[${token}/${part}] ${this.#random.pick(['Hello', 'Grüße', '早安', 'News'])} ${this.#random.between(0, 1e9)}`;
  }
}
