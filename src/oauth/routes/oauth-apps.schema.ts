import type { Operation } from '../../http/operation.ts';
import {
  appSchema,
  createAppBody,
  deletedSchema,
  newAppSchema,
  secretSchema,
  updateAppBody,
} from './app.schema.ts';

const common = { tag: 'Apps', access: 'caller', role: 'admin' } as const;
const example = {
  name: 'Menu Bot',
  redirectUrl: 'https://menu.example/callback',
  description: 'Posts the menu of the day',
};
const DELETING = "For good: its access tokens die at once, and it goes from everybody's Approved Apps.";
const ROTATING = 'The old secret fails at once, on every process. Access tokens stay valid.';

export const listAppsOperation = {
  ...common,
  id: 'listApps',
  method: 'get',
  path: '/user/oauth-apps',
  summary: 'List the apps of the organisation',
  answer: {
    status: 200,
    description: 'The apps, the oldest first',
    schema: { type: 'array', items: appSchema },
  },
  errors: [],
} as const satisfies Operation;

export const createAppOperation = {
  ...common,
  id: 'createApp',
  method: 'post',
  path: '/user/oauth-apps',
  summary: 'Register an app',
  body: createAppBody,
  example,
  answer: { status: 201, description: 'The app with its secret', schema: newAppSchema },
  errors: ['media_not_stored'],
} as const satisfies Operation;

export const getAppOperation = {
  ...common,
  id: 'getApp',
  method: 'get',
  path: '/user/oauth-apps/{id}',
  summary: 'Read an app',
  answer: { status: 200, description: 'The app', schema: appSchema },
  errors: ['app_not_found', 'foreign_resource'],
} as const satisfies Operation;

export const updateAppOperation = {
  ...common,
  id: 'updateApp',
  method: 'put',
  path: '/user/oauth-apps/{id}',
  summary: 'Change an app',
  body: updateAppBody,
  example: { redirectUrl: 'https://menu.example/new-callback' },
  answer: { status: 200, description: 'The app as it is now', schema: appSchema },
  errors: ['media_not_stored', 'app_not_found', 'foreign_resource'],
} as const satisfies Operation;

export const deleteAppOperation = {
  ...common,
  id: 'deleteApp',
  method: 'delete',
  path: '/user/oauth-apps/{id}',
  summary: 'Delete an app',
  description: DELETING,
  answer: { status: 200, description: 'Gone', schema: deletedSchema },
  errors: ['app_not_found', 'foreign_resource'],
} as const satisfies Operation;

export const rotateSecretOperation = {
  ...common,
  id: 'rotateAppSecret',
  method: 'post',
  path: '/user/oauth-apps/{id}/rotate-secret',
  summary: 'Make a new Client Secret for an app',
  description: ROTATING,
  answer: { status: 201, description: 'The new secret', schema: secretSchema },
  errors: ['app_not_found', 'foreign_resource'],
} as const satisfies Operation;

// The same for the oldest app: existing clients know no other.
const OLDEST = 'Of several apps it is the oldest; /user/oauth-apps knows them all.';

export const getOAuthAppOperation = {
  ...common,
  id: 'getOAuthApp',
  method: 'get',
  path: '/user/oauth-app',
  summary: "Read the organisation's app",
  description: OLDEST,
  answer: {
    status: 200,
    description: 'The app; false when there is none',
    schema: { anyOf: [appSchema, { const: false }] },
  },
  errors: [],
} as const satisfies Operation;

export const createOAuthAppOperation = {
  ...createAppOperation,
  id: 'createOAuthApp',
  path: '/user/oauth-app',
  summary: "Register the organisation's app",
  description: 'Refused when it has one; POST /user/oauth-apps registers more.',
  errors: ['media_not_stored', 'app_exists'],
} as const satisfies Operation;

export const updateOAuthAppOperation = {
  ...updateAppOperation,
  id: 'updateOAuthApp',
  path: '/user/oauth-app',
  summary: "Change the organisation's app",
  description: OLDEST,
  errors: ['media_not_stored', 'app_not_found'],
} as const satisfies Operation;

export const deleteOAuthAppOperation = {
  ...deleteAppOperation,
  id: 'deleteOAuthApp',
  path: '/user/oauth-app',
  summary: "Delete the organisation's app",
  description: `${DELETING} ${OLDEST}`,
  errors: ['app_not_found'],
} as const satisfies Operation;

export const rotateOAuthAppSecretOperation = {
  ...rotateSecretOperation,
  id: 'rotateOAuthAppSecret',
  path: '/user/oauth-app/rotate-secret',
  summary: "Make a new Client Secret for the organisation's app",
  description: `${ROTATING} ${OLDEST}`,
  errors: ['app_not_found'],
} as const satisfies Operation;
