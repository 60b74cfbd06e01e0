import type { PublishTarget } from '../../../temporal/contract/publish-post.ts';
import type { NamedTarget } from '../../../temporal/run-words.ts';
import type { Config } from '../config/config.ts';
import type { Database, Statement } from '../database.ts';
import { publishedElsewhere } from '../published-elsewhere.ts';

/** A target at the start of its run; `atOnce`: a person is waiting for it; `waits` = false: only named. */
export type GroupTarget = PublishTarget &
  NamedTarget & { readonly organizationId: string; readonly atOnce: boolean; readonly waits?: boolean };

const READ_GROUP: Statement = {
  name: 'dispatch-read-group',
  text: `select p.id as "postId", p.organization_id as "organizationId", i.provider, p.revision,
      (extract(epoch from p.publish_at) * 1000)::float8 as "dueMs",
      p.publish_at <= greatest(g.created_at, p.decided_at) as "atOnce",
      o.name as organization, i.name as channel,
      p.state in ('scheduled', 'publishing', 'processing') and p.deleted_at is null as waits,
      case when $2 then
        (select left(content, 2000) from post_item where post_id = p.id order by position limit 1)
      end as content
    from post p
    join integration i on i.id = p.integration_id
    join organization o on o.id = p.organization_id
    join post_group g on g.id = p.post_group_id
    where p.post_group_id = $1
      and not ${publishedElsewhere('p.organization_id')}
    order by p.id`,
};

/** The posts of a group, with what its run is named by. None of an organisation that publishes elsewhere. */
export const readGroup = (
  { database, config }: { readonly database: Database; readonly config: Pick<Config, 'TEMPORAL_POST_TEXT'> },
  groupId: string,
): Promise<GroupTarget[]> => database.query<GroupTarget>(READ_GROUP, [groupId, config.TEMPORAL_POST_TEXT]);
