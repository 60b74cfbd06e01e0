/** Shapes that the operations on apps share. */
const text = (description: string) => ({ type: 'string', description }) as const;
const nullableText = (description: string) => ({ type: ['string', 'null'], description }) as const;
const instant = (description: string) => ({ type: 'string', format: 'date-time', description }) as const;

const properties = {
  id: { type: 'string', format: 'uuid', description: 'The app' },
  organizationId: { type: 'string', format: 'uuid', description: 'Who registered it' },
  name: text('App Name'), description: nullableText('Description'), pictureId: nullableText('Id of an upload'),
  picture: { anyOf: [{ type: 'object', properties: { id: { type: 'string', format: 'uuid' }, path: text('Its public address') }, required: ['id', 'path'], additionalProperties: false }, { type: 'null' }] },
  redirectUrl: text('Redirect URL'), clientId: text('Client ID'), createdAt: instant('Registered'), updatedAt: instant('Changed'), deletedAt: { type: 'null', description: 'A deleted app is not shown' },
  tokens: { type: 'integer', minimum: 0, description: 'Access tokens that work now: so many die with the app' },
  secretRotatedAt: { type: ['string', 'null'], format: 'date-time', description: 'When the secret was last made anew' },
} as const;

/** An app, without its secret. */
export const appSchema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false } as const;

/** An app that has just been registered. */
export const newAppSchema = { type: 'object', properties: { ...properties, clientSecret: text('Client Secret: shown this once') }, required: [...Object.keys(properties), 'clientSecret'], additionalProperties: false } as const;

const fields = {
  name: { type: 'string', minLength: 1, maxLength: 100, description: 'App Name: what people see when they are asked' },
  redirectUrl: { type: 'string', minLength: 1, maxLength: 2000, description: 'Redirect URL: https, or http on the own machine; compared byte by byte' },
  description: { type: ['string', 'null'], maxLength: 500, description: 'What the app does' },
  pictureId: { type: ['string', 'null'], maxLength: 100, description: 'Profile Picture: the id of an uploaded picture' },
} as const;

/** Of a new app. */
export const createAppBody = { type: 'object', properties: fields, required: ['name', 'redirectUrl'] } as const;

/** Of a change: what is left away stays. */
export const updateAppBody = { type: 'object', properties: fields } as const;

/** A new secret. */
export const secretSchema = { type: 'object', properties: { clientSecret: text('Client Secret: shown this once') }, required: ['clientSecret'], additionalProperties: false } as const;

/** An app is gone. */
export const deletedSchema = { type: 'object', properties: { success: { const: true }, tokens: { type: 'integer', minimum: 0, description: 'Access tokens that died with it' } }, required: ['success', 'tokens'], additionalProperties: false } as const;
