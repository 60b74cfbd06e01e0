/**
 * What the database announces (migrations/…-announce-changes.ts): one connection per process listens on the
 * channel `crier`, while anybody in this process wants to know.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { gather, type Change, type Gathered } from './gather-changes.ts';
import type { Logger } from './logger.ts';

export type { Change } from './gather-changes.ts';

/** A person who watches an organisation in one session. */
export interface Watcher {
  readonly organizationId: string;
  readonly sessionId: string;
  /** What has changed since the last call; null: anything may have, because the connection was lost. */
  onChanges(changes: readonly Change[] | null): void;
  /**
   * Nothing more will come: the session ended or works elsewhere now, the database is away, the process
   * stops.
   */
  onEnd(): void;
}

export interface Changes {
  /**
   * Watches an organisation; resolves once changes arrive.
   *
   * @returns what ends the watching
   * @throws the driver's error when the database cannot be reached
   */
  watch(watcher: Watcher): Promise<() => void>;
  /** Ends every watching, and the connection with the last of them. */
  end(): Promise<void>;
}

/** Changes within this time are sent together. */
const GATHER_MS = 100;
/** Within the minute after which the triggers take the process for dead. */
const RENEW_MS = 15_000;
const RETRY_MS = 250;
/**
 * A change that was being committed saw no reader yet, and was not announced: a new watcher reads after this.
 */
const UNDER_WAY_MS = 100;
/** A database that is away for longer is better asked than waited for. */
const AWAY_MS = 5000;

const RENEW = `insert into live_reader (id) values ($1) on conflict (id) do update set seen_at = now()`;
const FORGET = "delete from live_reader where id = $1 or seen_at < now() - interval '1 hour'";

/** Connects when the first watcher comes. */
export function createChanges(options: { url: string; name: string; log: Logger }): Changes {
  const watchers = new Set<Watcher>();
  let listening: Promise<Listener> | undefined;
  let gathered: Gathered = gather();

  const notify = (notifyOne: (watcher: Watcher) => void): void => {
    for (const watcher of watchers) notifyOne(watcher);
  };
  const flush = (): void => {
    const { of: changesOf } = gathered;
    gathered = gather();
    notify((watcher) => {
      const changes = changesOf(watcher.organizationId);
      if (changes.length) watcher.onChanges(changes);
    });
  };
  const onMessage = (payload: string): void => {
    const message = JSON.parse(payload) as { organizationId: string | null; kind: string; id: string | null };
    if (message.kind === 'session') {
      notify((watcher) => watcher.sessionId === message.id && leave(watcher));
      return;
    }
    if (gathered.add(message)) setTimeout(flush, GATHER_MS);
  };
  const leave = (watcher: Watcher): void => {
    if (watchers.delete(watcher)) watcher.onEnd();
    if (watchers.size === 0) void close();
  };
  const close = async (): Promise<void> => {
    const last = listening;
    listening = undefined;
    // One that never came up has nothing to close; who opened it has the error.
    await (await last?.catch(() => undefined))?.close();
  };
  const open = (instead?: string): Promise<Listener> =>
    (listening = listen({ ...options, instead, onMessage, onLost }));
  const onLost = async (lost: Listener): Promise<void> => {
    // One that never came up is not the lost one either.
    if ((await listening?.catch(() => undefined)) !== lost) return;
    const until = Date.now() + AWAY_MS;
    while (watchers.size > 0 && Date.now() < until) {
      try {
        await open(lost.id);
        notify((watcher) => watcher.onChanges(null));
        return;
      } catch (err) {
        options.log.debug({ err }, 'the database cannot be listened to');
        await sleep(RETRY_MS);
      }
    }
    listening = undefined;
    notify(leave);
  };
  return {
    async watch(watcher) {
      watchers.add(watcher);
      const opened = listening ?? open();
      try {
        await opened;
      } catch (error) {
        watchers.delete(watcher);
        if (listening === opened) listening = undefined;
        throw error;
      }
      return () => {
        if (watchers.delete(watcher) && watchers.size === 0) void close();
      };
    },
    async end() {
      notify(leave);
      await close();
    },
  };
}

interface Listener {
  /** The id of its row. */
  readonly id: string;
  close(): Promise<void>;
}

interface ListenerOptions {
  readonly url: string;
  readonly name: string;
  readonly log: Logger;
  /** The listener that was lost. */
  readonly instead: string | undefined;
  onMessage(payload: string): void;
  onLost(listener: Listener): unknown;
}

/** One connection that listens; its row shows this to the triggers. */
async function listen(options: ListenerOptions): Promise<Listener> {
  const { url, name, log, instead, onMessage, onLost } = options;
  const id = randomUUID();
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    statement_timeout: 5000,
    query_timeout: 10_000,
  });
  const endQuietly = (): Promise<void> =>
    client.end().catch((err: unknown) => log.debug({ err }, 'it was closed already'));
  let over = false;
  const listener: Listener = {
    id,
    async close() {
      if (over) return;
      over = true;
      clearInterval(renewal);
      await client
        .query('delete from live_reader where id = $1', [id])
        .catch((err: unknown) => log.debug({ err }, 'the row of a listener stays until it is stale'));
      await endQuietly();
    },
  };
  const lose = (cause?: Error): void => {
    if (over) return;
    over = true;
    clearInterval(renewal);
    log.debug({ err: cause }, 'the connection that listens was lost');
    void endQuietly();
    onLost(listener);
  };
  const renewal = setInterval(() => void client.query(RENEW, [id]).catch(lose), RENEW_MS);
  client.on('notification', ({ payload }) => onMessage(payload ?? '{}'));
  client.on('error', lose);
  client.on('end', () => lose());
  try {
    await client.connect();
    await client.query('listen crier');
    await client.query(RENEW, [id]);
    await client.query(FORGET, [instead ?? null]);
    await sleep(UNDER_WAY_MS);
  } catch (error) {
    over = true;
    clearInterval(renewal);
    await endQuietly();
    throw error;
  }
  return listener;
}
