/** Errors of third-party apps. The OAuth endpoints answer with OAuth's own errors (oauth/oauth-error.ts). */
import type { ErrorKind } from './error-kind.ts';

/** Codes of apps and of what people approved. */
export const appErrors = {
  unknown_client: {
    status: 400,
    message: 'This app is not registered here',
    when: 'The client_id of an authorization request is wrong, or its app was deleted. The person is not redirected. The developers of the app find its client ID in the settings of the web app.',
  },
  redirect_mismatch: {
    status: 400,
    message: 'redirect_uri is not the registered redirect URL',
    when: 'The two must be identical, byte for byte. Omit redirect_uri to use the registered one. The person is not redirected.',
  },
  app_not_found: {
    status: 404,
    message: 'App not found',
    when: 'No app has this id, or it was deleted. GET /api/user/oauth-apps lists the apps of the organisation.',
  },
  app_exists: {
    status: 400,
    message: 'The organisation already has an app',
    when: 'POST /api/user/oauth-app, which older clients call, registers only the first app. Use POST /api/user/oauth-apps for the others.',
  },
  approval_not_found: {
    status: 404,
    message: 'Approval not found',
    when: 'No approval has this id, or it was revoked. GET /api/user/approved-apps lists yours.',
  },
} as const satisfies Record<string, ErrorKind>;
