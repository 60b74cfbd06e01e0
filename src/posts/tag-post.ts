/** Tags of posts: names of an organisation, made when they are first used. */
import type { EntityManager } from '../platform/database.ts';
import type { TagInput } from './post-body.ts';

/** The names that a request asks for, each once, in order. */
export function tagNames(tags: readonly TagInput[] = []): string[] {
  return [...new Set(tags.map((tag) => tag.label.trim()).filter(Boolean))];
}

/**
 * Gives a post these tags and no others. Names go in by their order, so that two requests cannot wait for
 * each other.
 */
export async function replaceTags(
  tx: EntityManager,
  post: { id: string; organization: string },
  names: readonly string[],
): Promise<void> {
  await tx.execute('delete from post_tag where post_id = ?', [post.id]);
  if (!names.length) return;
  const list = JSON.stringify(names);
  await tx.execute(
    `with names as (select name, n - 1 as position from jsonb_array_elements_text(?::jsonb) with ordinality as e(name, n)),
      tags as (insert into tag (organization_id, name) select ?::uuid, name from names order by name on conflict (organization_id, name) do update set name = excluded.name returning id, name)
      insert into post_tag (post_id, tag_id, position) select ?::uuid, tags.id, names.position from tags join names using (name)`,
    [list, post.organization, post.id],
  );
}
