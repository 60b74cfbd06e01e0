/** A stream of server-sent events as a browser reads it, for tests and benchmarks. */
import { Agent, request } from 'undici';

/** One event; comments are not among them. */
export interface ReceivedEvent {
  readonly event: string;
  readonly data: string;
  /** `performance.now()` when it came. */
  readonly at: number;
}

export interface OpenStream {
  readonly status: number;
  readonly contentType: string;
  readonly events: readonly ReceivedEvent[];
  /** Resolves with the next event of this name that has not been returned yet. */
  next(event: string, ms?: number): Promise<ReceivedEvent>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens `GET /api/events` with a session's cookie. */
export async function openEvents(url: string, cookie: string): Promise<OpenStream> {
  // A connection of its own, as each tab has.
  const dispatcher = new Agent({ connections: 1, bodyTimeout: 0 });
  const abort = new AbortController();
  const answer = await request(`${url}/api/events`, {
    headers: { cookie, accept: 'text/event-stream' },
    signal: abort.signal,
    dispatcher,
  });
  const events: ReceivedEvent[] = [];
  let returned = 0;
  let waiting: (() => void)[] = [];
  const wake = (): void => {
    const woken = waiting;
    waiting = [];
    for (const one of woken) one();
  };
  const read = async (): Promise<void> => {
    let rest = '';
    try {
      for await (const chunk of answer.body) {
        const blocks = (rest + String(chunk)).split('\n\n');
        rest = blocks.pop() ?? '';
        events.push(...blocks.flatMap(parse));
        wake();
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      wake();
      await dispatcher.close();
    }
  };
  const ended = read();
  ended.catch(() => undefined);
  return {
    status: answer.statusCode,
    contentType: String(answer.headers['content-type']),
    events,
    ended,
    async next(name, ms = 10_000) {
      const until = Date.now() + ms;
      for (;;) {
        const index = events.findIndex(({ event }, n) => n >= returned && event === name);
        const found = events[index];
        if (found) {
          returned = index + 1;
          return found;
        }
        const left = until - Date.now();
        if (left <= 0) throw new Error(`no event ${name} came within ${ms} ms`);
        await Promise.race([
          new Promise<void>((come) => waiting.push(come)),
          new Promise((late) => setTimeout(late, Math.min(left, 200))),
        ]);
      }
    },
    close: () => abort.abort(),
  };
}

function parse(block: string): ReceivedEvent[] {
  const field = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const event = field('event');
  return event === undefined ? [] : [{ event, data: field('data') ?? '', at: performance.now() }];
}
