/** What the page of a post shows beside the post: the other posts of its request, and its timeline. */
import type { PostState } from '../../../temporal/contract/post-states.ts';
import type { Database, Statement } from '../../platform/database.ts';

/** A post of the same request. */
export interface TargetRow {
  readonly id: string;
  readonly status: PostState;
  readonly publishMs: number;
  readonly releaseUrl: string | null;
  readonly channel: {
    id: string;
    identifier: string;
    name: string;
    picture: string | null;
    profile: string | null;
  };
}

export interface StoryLine {
  readonly atMs: number;
  readonly kind: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const TARGETS: Statement = {
  name: 'story-targets',
  text: `select p.id, p.state as status, (extract(epoch from p.publish_at) * 1000)::float8 as "publishMs",
      p.release_url as "releaseUrl",
      json_build_object('id', c.id, 'identifier', c.provider, 'name', c.name, 'picture', c.picture,
        'profile', c.profile) as channel
    from post own
    join post p on p.post_group_id = own.post_group_id
    join integration c on c.id = p.integration_id
    where own.id = $1 and own.organization_id = $2
      and (own.deleted_at is null or own.state = 'cancelled')
      and (p.deleted_at is null or p.state = 'cancelled')
    order by lower(c.name), p.id
    limit 100`,
};
const LINES: Statement = {
  name: 'story-lines',
  text: `select (extract(epoch from at) * 1000)::float8 as "atMs", kind, detail
    from post_event
    where post_id = $1
    order by id`,
};

/** Empty targets: the organisation has no such post. */
export async function readStory(
  database: Database,
  { organizationId, postId }: { organizationId: string; postId: string },
): Promise<{ targets: TargetRow[]; lines: StoryLine[] }> {
  const targets = await database.query<TargetRow>(TARGETS, [postId, organizationId]);
  const lines = targets.length ? await database.query<StoryLine>(LINES, [postId]) : [];
  return { targets, lines };
}
