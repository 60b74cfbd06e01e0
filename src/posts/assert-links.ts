/**
 * Links to other posts (`(post:<id>)`) are checked when they are written: nobody learns at the date that an
 * id was misspelt.
 */
import type { Context } from '../context.ts';
import { ApiError } from '../platform/errors.ts';
import { linkedIds, readLinked } from './links.ts';
import type { ValueInput } from './post-body.ts';

/**
 * @throws ApiError `invalid_content` naming each part, or the settings, that links to no post of the
 * organisation
 */
export async function assertLinksExist(
  context: Pick<Context, 'database'>,
  organizationId: string,
  given: { value: readonly ValueInput[]; settings?: Record<string, unknown>; path: string },
): Promise<void> {
  const places = [
    ...given.value.map((part, index) => ({
      path: `${given.path}.value.${index}.content`,
      ids: linkedIds(part.content),
    })),
    { path: `${given.path}.settings`, ids: linkedIds(given.settings) },
  ];
  const ids = [...new Set(places.flatMap((place) => place.ids))];
  if (!ids.length) return;
  const known = await readLinked(context.database, organizationId, ids);
  const issues = places.flatMap((place) =>
    place.ids
      .filter((id) => !known.has(id))
      .map((id) => ({ path: place.path, message: `links to the post ${id}, which does not exist` })),
  );
  if (issues.length) throw new ApiError('invalid_content', { issues });
}
