/** Shapes that the operations on apps share. */
import type { Schema } from '../../http/operation.ts';
import { count, id, instant, instantOrNull, orNull, record, text, textOrNull } from '../../http/shapes.ts';

/** The picture of an app. */
export const pictureSchema: Schema = orNull(
  record({ id: id('The upload'), path: text('Its public address') }),
);

const properties = {
  id: id('The app'),
  organizationId: id('Who registered it'),
  name: text('App Name'),
  description: textOrNull('Description'),
  pictureId: textOrNull('Id of an upload'),
  picture: pictureSchema,
  redirectUrl: text('Redirect URL'),
  clientId: text('Client ID'),
  createdAt: instant('Registered'),
  updatedAt: instant('Changed'),
  deletedAt: { type: 'null', description: 'A deleted app is not shown' },
  tokens: count('Access tokens that work now: so many die with the app'),
  secretRotatedAt: instantOrNull('When the secret was last made anew'),
};
const clientSecret = text('Client Secret: shown this once');

/** An app, without its secret. */
export const appSchema = record(properties);

/** An app that has just been registered. */
export const newAppSchema = record({ ...properties, clientSecret });

const fields = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: 'App Name: what people see when they are asked',
  },
  redirectUrl: {
    type: 'string',
    minLength: 1,
    maxLength: 2000,
    description: 'Redirect URL: https, or http on the own machine; compared byte by byte',
  },
  description: { type: ['string', 'null'], maxLength: 500, description: 'What the app does' },
  pictureId: {
    type: ['string', 'null'],
    maxLength: 100,
    description: 'Profile Picture: the id of an uploaded picture',
  },
} as const;

/** Of a new app. */
export const createAppBody = {
  type: 'object',
  properties: fields,
  required: ['name', 'redirectUrl'],
} as const;

/** Of a change: what is left away stays. */
export const updateAppBody = { type: 'object', properties: fields } as const;

/** A new secret. */
export const secretSchema = record({ clientSecret });

/** An app is gone. */
export const deletedSchema = record({
  success: { const: true },
  tokens: count('Access tokens that died with it'),
});
