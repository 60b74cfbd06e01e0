import type { Schema } from '../../http/operation.ts';
import { flag, id, instant, listOf, orNull, record, role, text } from '../../http/shapes.ts';

const organization = { id: id('The organisation'), name: text('Its name'), role };

/** What `presentMe` answers: GET /auth/me, and everything that changes it. */
export const meSchema: Schema = record({
  user: record({
    id: id('The person'),
    name: text('What they are called'),
    email: text('Their address'),
    operator: flag('Sees the whole instance'),
    createdAt: instant('When the account was made'),
  }),
  csrfToken: text('To be sent as X-CSRF-Token with each change'),
  organization: orNull(record({ ...organization, timeZone: text('IANA name') }), 'The one that is worked in'),
  organizations: listOf(record(organization)),
  features: record({
    billing: flag('Whether it has plans'),
    mail: flag('Whether mails can be sent'),
    registration: flag('Whether strangers may sign up'),
  }),
});
