/**
 * The names in rows of the system that an organisation came from, its previous instance. They are stored, so
 * they stay as they are; what such rows mean is known at the two seams (docs/architecture.md).
 */

/** `type` of a post that was copied, in the first line of its timeline. */
export const COPIED = 'v1';

/** The table with a row for each organisation that came over. */
export const CAME_OVER = 'v1_organization';

export const CAME_OVER_EVENTS = {
  from_v1: { destinations: ['notification'], when: 'Something that was copied needs a person.' },
} as const;

/** Kinds of notifications about what was copied. */
export type CameOverKind = keyof typeof CAME_OVER_EVENTS;

/** Lines of the audit log. */
export const CAME_OVER_LINES = {
  taken_over_from_v1: 'Took over publishing from the previous instance',
  given_back_to_v1: 'Gave publishing back to the previous instance',
} as const;
