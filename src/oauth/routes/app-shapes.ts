/** Shapes that the operations on apps share. */
import type { Schema } from '../../http/operation.ts';
import { count, id, instant, instantOrNull, orNull, record, text, textOrNull } from '../../http/shapes.ts';

export const pictureSchema: Schema = orNull(
  record({ id: id('The upload'), path: text('Public URL of the picture') }),
);

const properties = {
  id: id('The app'),
  organizationId: id('The organisation that registered it'),
  name: text("The app's name"),
  description: textOrNull('Description'),
  pictureId: orNull(id('The picture'), 'The id of the uploaded picture'),
  picture: pictureSchema,
  redirectUrl: text('Redirect URL'),
  clientId: text('Client ID'),
  createdAt: instant('When it was registered'),
  updatedAt: instant('When it was last changed'),
  deletedAt: { type: 'null', description: 'Always null: deleted apps are not shown' },
  tokens: count('Number of active access tokens, which are revoked with the app'),
  secretRotatedAt: instantOrNull('When the secret was last replaced'),
};
const clientSecret = text('The client secret; shown only once');

/** An app, without its secret. */
export const appSchema = record(properties);

/** An app that has just been registered. */
export const newAppSchema = record({ ...properties, clientSecret });

const fields = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: "The app's name, as people see it when asked to approve",
  },
  redirectUrl: {
    type: 'string',
    minLength: 1,
    maxLength: 2000,
    description: 'https, or http on localhost; compared byte for byte',
  },
  description: { type: ['string', 'null'], maxLength: 500, description: 'What the app does' },
  pictureId: {
    type: ['string', 'null'],
    format: 'id',
    maxLength: 100,
    description: 'The id of an uploaded picture',
  },
} as const;

export const createAppBody = {
  type: 'object',
  properties: fields,
  required: ['name', 'redirectUrl'],
} as const;

/** The body of a change: what is left out stays. */
export const updateAppBody = { type: 'object', properties: fields } as const;

export const secretSchema = record({ clientSecret });

/** An app is gone. */
export const deletedSchema = record({
  success: { const: true },
  tokens: count('Number of access tokens revoked with it'),
});
