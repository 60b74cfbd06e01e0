/** Fields to connect a listmonk, settings of a campaign, and what a channel keeps about its server. */
import type { ConnectField, Json, JsonSchema } from '../_kit/contract.ts';
import { optionalSerialField, serialField } from '../_kit/setting-fields.ts';

export const fields: readonly ConnectField[] = [
  {
    name: 'url',
    label: 'URL of listmonk',
    secret: false,
    required: false,
    env: 'LISTMONK_URL',
    known: ({ details }) => details.baseUrl,
    help: 'URL of your listmonk, e.g. https://news.example',
  },
  {
    name: 'username',
    label: 'API user',
    secret: false,
    required: true,
    env: 'LISTMONK_USERNAME',
    known: ({ details }) => details.username,
    help: 'Name of an API user (Admin, Users); before version 4, the user name of the dashboard',
  },
  {
    name: 'password',
    label: 'Token of the API user',
    secret: true,
    required: true,
    env: 'LISTMONK_PASSWORD',
    help: 'Shown once when the API user is created; before version 4, the password of the dashboard',
  },
];

/** In UTF-8 (listmonk cmd/campaigns.go, `validateCampaignFields`). Older versions allow 200 or 2,000. */
export const MAX_SUBJECT_BYTES = 5000;

/** Settings of a campaign, as they passed the schema. */
export interface Settings {
  readonly subject: string;
  readonly preview: string;
  readonly list: string | number;
  readonly template?: string | number | null;
}

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

/**
 * The two forms of `Authorization` (listmonk.app/docs/apis/apis): every version takes Basic, version 4 and
 * newer also take `token user:token`, which passes a web server that keeps Basic to itself.
 */
export type Scheme = 'basic' | 'token';

/** What `connect` learned about the server, kept in `channel.details`. */
export interface ServerDetails {
  /** URL of listmonk, without a trailing slash. */
  readonly baseUrl: string;
  readonly username: string;
  readonly scheme: Scheme;
}

export function readDetails(details: Readonly<Record<string, Json>>): ServerDetails {
  return {
    baseUrl: String(details.baseUrl ?? ''),
    username: String(details.username ?? ''),
    scheme: details.scheme === 'token' ? 'token' : 'basic',
  };
}
