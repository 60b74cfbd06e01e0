/**
 * The note of a trial: what it has published and not taken down yet. Written as it goes, because its process
 * may be killed: the next trial of the channel takes it down, or reports where it is.
 */
import type { Json, Published, PublishRequest } from '../../providers/_kit/contract.ts';
import { queryInside, type Database, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';

/** A part whose call was begun, and whose outcome is not known yet. */
export interface SentPart extends Pick<
  PublishRequest,
  'item' | 'settings' | 'settingsMedia' | 'root' | 'parent'
> {
  readonly prepared: Json;
  /** ISO 8601. */
  readonly sentAt: string;
}

interface Left {
  /** When the trial began, ISO 8601. */
  readonly at: string;
  /** Ids of uploads in the library. */
  files: string[];
  /** Parts on the network, the first one first. */
  posts: Published[];
  sent: SentPart | null;
}

const RUNS_ALREADY = 'Another trial of this channel is running; wait until it is done';
const LOCK: Statement = {
  name: 'trial-lock',
  text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken',
};
const READ: Statement = { name: 'trial-read', text: 'select value from instance_state where key = $1' };
const WRITE: Statement = {
  name: 'trial-write',
  text: `insert into instance_state (key, value)
    values ($1, $2::jsonb)
    on conflict (key) do update
    set value = excluded.value, updated_at = now()`,
};
const DELETE: Statement = { name: 'trial-delete', text: 'delete from instance_state where key = $1' };

const keyOf = (channelId: string): string => `trial:${channelId}`;

/** The note of one channel. What is changed in it is kept by `save`. */
export class TrialNote {
  readonly at: string;
  files: string[];
  posts: Published[];
  sent: SentPart | null;
  private readonly database: Pick<Database, 'query'>;
  private readonly key: string;

  private constructor(database: Pick<Database, 'query'>, key: string, left: Left) {
    this.database = database;
    this.key = key;
    ({ at: this.at, files: this.files, posts: this.posts, sent: this.sent } = left);
  }

  /** With what the last trial of the channel left, if it was cut off. */
  static async open(database: Pick<Database, 'query'>, channelId: string): Promise<TrialNote> {
    const key = keyOf(channelId);
    const [row] = await database.query<{ value: Left }>(READ, [key]);
    const nothing = { at: new Date().toISOString(), files: [], posts: [], sent: null };
    return new TrialNote(database, key, row?.value ?? nothing);
  }

  /**
   * Runs a trial with what the last one left, if that was cut off. While it runs, no other trial of the
   * channel does, which would take its post down as a cut-off one's; PostgreSQL ends that with its process.
   *
   * @throws ApiError `invalid_request` while another one runs
   */
  static async alone<T>(
    database: Pick<Database, 'query' | 'fork'>,
    channelId: string,
    run: (note: TrialNote) => Promise<T>,
  ): Promise<T> {
    return database.fork().transactional(async (tx) => {
      const [lock] = await queryInside<{ taken: boolean }>(tx, LOCK, [keyOf(channelId)]);
      if (!lock?.taken) throw new ApiError('invalid_request', { inEnglish: RUNS_ALREADY });
      return run(await TrialNote.open(database, channelId));
    });
  }

  isEmpty(): boolean {
    return !this.files.length && !this.posts.length && !this.sent;
  }

  async save(): Promise<void> {
    const { at, files, posts, sent } = this;
    if (this.isEmpty()) await this.database.query(DELETE, [this.key]);
    else await this.database.query(WRITE, [this.key, JSON.stringify({ at, files, posts, sent })]);
  }
}
