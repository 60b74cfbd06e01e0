import type { FromSchema } from 'json-schema-to-ts';
import type { Body } from '../../http/operation.ts';
import { settingsField, shortLinkField, tagsSchema, valueSchema } from '../create/post-body.ts';
import { repeatField } from '../series/repeat-input.ts';

/**
 * The fields of a post that may change. `content` is the first part's text; `value` replaces all parts;
 * `settings` are laid over the stored ones; `tags` replace the tags.
 */
export const editPostBody = {
  type: 'object',
  properties: {
    date: { type: 'string', maxLength: 64, description: 'A new date' },
    content: { type: 'string', maxLength: 1_000_000, description: 'New text of the first part' },
    value: valueSchema,
    settings: {
      ...settingsField,
      $comment: 'SettingsChange',
      description: 'Merged into the stored settings',
    },
    tags: { ...tagsSchema, description: 'Replaces all tags' },
    shortLink: shortLinkField,
    repeat: repeatField,
  },
  minProperties: 1,
  additionalProperties: false,
} as const;

/** The body of PATCH /public/v1/posts/{id}. */
export type EditPostInput = Body<FromSchema<typeof editPostBody>>;
