/** Settings and limits of a shot. */
import type { JsonSchema } from '../_kit/contract.ts';
import { urlField } from '../_kit/setting-fields.ts';

/** Limits of a shot (developer.dribbble.com/v2/shots, "Create a shot"). Sizes in bytes. */
export const LIMITS = {
  /** Of the description, as in existing clients; Dribbble documents no limit. */
  characters: 40_000,
  imageBytes: 8 * 1024 ** 2,
  /** "exactly 400x300 or 800x600", in pixels. */
  sizes: [
    [400, 300],
    [800, 600],
  ],
} as const;

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'dribbble' },
    title: { type: 'string', minLength: 1, maxLength: 1000, description: 'Title of the shot' },
    team: urlField('URL of the team to post for (tool teams); empty or absent: your own account'),
  },
  required: ['title'],
};
