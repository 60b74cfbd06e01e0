/** Settings and limits of a campaign. */
import type { JsonSchema } from '../_kit/contract.ts';
import { optionalSerialField, serialField } from '../_kit/setting-fields.ts';

/** In UTF-8 (listmonk cmd/campaigns.go, `validateCampaignFields`). */
export const MAX_SUBJECT_BYTES = 5000;

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'listmonk' },
    subject: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_SUBJECT_BYTES,
      description: 'Subject of the email, up to 5,000 bytes',
    },
    preview: {
      type: 'string',
      maxLength: 5000,
      description: 'Text that inboxes show next to the subject; may be empty',
    },
    list: serialField('ID of the list of subscribers (tool lists)'),
    template: optionalSerialField('ID of the template (tool templates); 0, empty or absent: the default one'),
  },
  required: ['subject', 'preview', 'list'],
};
