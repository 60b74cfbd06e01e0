import type { EntityManager } from '../../platform/database.ts';

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
    `with
    names as (
      select name, n - 1 as position
      from jsonb_array_elements_text(?::jsonb) with ordinality as e(name, n)
    ),
    -- The update that changes nothing makes an existing tag return its id.
    tags as (
      insert into tag (organization_id, name)
      select ?::uuid, name
      from names
      order by name
      on conflict (organization_id, name) do update set name = excluded.name
      returning id, name
    )
    insert into post_tag (post_id, tag_id, position)
    select ?::uuid, tags.id, names.position
    from tags
    join names using (name)`,
    [list, post.organization, post.id],
  );
}
