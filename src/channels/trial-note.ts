/**
 * The note of a trial: what it has published and not taken down yet. Written as it goes, because its process
 * may be killed: the next trial of the channel takes it down, or reports where it is.
 */
import type { Json, Published, PublishRequest } from '../../providers/_kit/contract.ts';
import type { Database, Statement } from '../platform/database.ts';

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

const READ: Statement = { name: 'trial-read', text: 'select value from instance_state where key = $1' };
const WRITE: Statement = {
  name: 'trial-write',
  text: `insert into instance_state (key, value)
    values ($1, $2::jsonb)
    on conflict (key) do update
    set value = excluded.value, updated_at = now()`,
};
const DELETE: Statement = { name: 'trial-delete', text: 'delete from instance_state where key = $1' };

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

  /** With what the last trial left, if it was cut off. */
  static async open(database: Pick<Database, 'query'>, channelId: string): Promise<TrialNote> {
    const key = `trial:${channelId}`;
    const [row] = await database.query<{ value: Left }>(READ, [key]);
    const nothing = { at: new Date().toISOString(), files: [], posts: [], sent: null };
    return new TrialNote(database, key, row?.value ?? nothing);
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
