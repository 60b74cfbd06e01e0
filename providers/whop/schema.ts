/** Settings of a Whop forum post (docs.whop.com/api-reference/forum-posts/create-forum-post). */
import type { JsonSchema } from '../_kit/contract.ts';

/**
 * The permissions that are used: who the account is; its companies; their forums and what is in them;
 * posting.
 */
export const SCOPES = ['openid', 'profile', 'company:basic:read', 'forum:read', 'forum:post:create'] as const;

/** The value of `experience` for the public forum of the company. */
export const PUBLIC_FORUM = 'public';

/** Whop documents no maximum lengths; these are Crier's. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'whop' },
    company: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'ID of the company; the tool `companies` lists those of the account',
    },
    experience: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description:
        "ID of the forum's experience, or the word public for the public forum; the tool `experiences` " +
        'lists those of the company',
    },
    title: { type: ['string', 'null'], maxLength: 1000, description: 'Title above the post. Optional' },
  },
  required: ['company', 'experience'],
};

/** The settings of a post, which were checked; an empty title is none. */
export function settingsOf(settings: Readonly<Record<string, unknown>>): {
  company: string;
  experience: string;
  title: string | null;
} {
  const { company, experience, title } = settings;
  return {
    company: String(company),
    experience: String(experience),
    title: String(title ?? '').trim() || null,
  };
}
