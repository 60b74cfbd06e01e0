import type { Schema } from '../../http/operation.ts';
import { flag, id, instant, listOf, orNull, record, role, text } from '../../http/shapes.ts';

const organization = { id: id('The organisation'), name: text('Its name'), role };

/** In which a person reads the web app. */
export const language = {
  enum: ['en', 'de', null],
  description: 'ISO 639-1; null = as the browser prefers',
} as const;

/** As the code points of emojis have it. */
export const skinTone = {
  enum: ['1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff', null],
  description: 'Skin tone of emojis that the web app inserts, as their modifier; null = none',
} as const;

/** What `presentMe` answers: GET /auth/me, and everything that changes it. */
export const meSchema: Schema = record({
  user: record({
    id: id('The person'),
    name: text('Their name'),
    email: text('Their email address'),
    operator: flag('Operator of the instance'),
    language,
    keyShortcuts: flag('Whether single keys act in the web app'),
    skinTone,
    createdAt: instant('When the account was created'),
  }),
  csrfToken: text('Send it as X-CSRF-Token with each change'),
  organization: orNull(record({ ...organization, timeZone: text('IANA name') }), 'The current organisation'),
  organizations: listOf(record(organization)),
  features: record({
    billing: flag('Whether the instance has plans'),
    mail: flag('Whether mail can be sent'),
    registration: flag('Whether anybody may sign up'),
    directUpload: flag('Whether files can be sent straight to the storage (POST /upload/direct)'),
    videoConversion: flag('Whether videos can be converted (POST /media/{id}/convert)'),
  }),
});
