/** Errors of proving who calls: API keys, access tokens, sessions, accounts. */
import type { ErrorKind } from './error-kind.ts';

/** Codes of authentication and of accounts. */
export const accessErrors = {
  no_api_key: {
    status: 401,
    message:
      'No API Key found in the Authorization header. Make one in the web app under Settings, API keys, ' +
      'or with npm run crier -- keys create --name NAME, and send it as "Authorization: crk_…"',
    when: 'Send the API key in the Authorization header, on its own or after "Bearer ".',
  },
  invalid_api_key: {
    status: 401,
    message: 'Invalid API key',
    when: 'The key is unknown, revoked or expired. Create a new one in the settings of the web app, or with: npm run crier -- keys create --name NAME',
  },
  invalid_oauth_token: {
    status: 401,
    message: 'Invalid OAuth token',
    when: 'The access token is unknown or revoked: the person withdrew their approval or left the organisation, or the app was deleted. Ask for approval again at /oauth/authorize.',
  },
  insufficient_scope: {
    status: 403,
    message: 'This API key is read-only',
    when: 'Changes need a key with the scope "write".',
  },
  not_signed_in: {
    status: 401,
    message: 'Not signed in',
    when: 'There is no session, or it has ended. Sign in. API keys and access tokens work only below /public/v1.',
  },
  csrf_failed: {
    status: 403,
    message: 'The X-CSRF-Token header is missing or wrong. Reload the page',
    when: 'A change by a session must carry the csrfToken that GET /auth/me returns for that session.',
  },
  other_organization: {
    status: 409,
    message: 'Another organisation was opened in another window of this browser. Reload the page',
    when: 'The X-Organization header names the organisation that the page shows, and the session works in another one by now. Nothing has changed. POST /api/organization/switch goes back.',
  },
  invalid_credentials: {
    status: 401,
    message: 'Wrong email address or password',
    when: 'The answer is the same for an unknown email address, a wrong password and a disabled account.',
  },
  not_activated: {
    status: 403,
    message: 'This email address has not been confirmed. Open the link in the activation mail',
    when: 'The password was right. POST /api/auth/resend-activation sends the mail again.',
  },
  wrong_password: {
    status: 400,
    message: 'The current password is wrong',
    when: 'Changing the password requires the current one; confirming an email address requires the one that was chosen when signing up for that link. A person who has forgotten it asks for a new password, which confirms the address as well.',
  },
  too_many_attempts: {
    status: 429,
    message: 'Too many attempts',
    when: 'There were too many wrong passwords, or too many requests for mail, for this email address or from this IP address. Try again after Retry-After seconds, or reset the password.',
  },
  already_set_up: {
    status: 409,
    message: 'This instance is already set up. Sign in instead',
    when: 'The first account can be created only once. If nobody can sign in, the operator runs: npm run crier -- users reset-password EMAIL',
  },
  setup_code_required: {
    status: 403,
    message:
      'The first account needs the setup code. npm start shows it, and so does: npm run crier -- setup-code',
    when: 'The person who creates the first account becomes the operator. Only a browser on the machine of the instance, at localhost and without a proxy in between, needs no code.',
  },
  registration_closed: {
    status: 403,
    message: 'Registration is closed',
    when: 'New accounts need an invitation from an admin. The operator opens registration with DISABLE_REGISTRATION=false.',
  },
  email_taken: {
    status: 409,
    message: 'There is already an account with this email address. Sign in instead',
    when: 'Returned to people with an invitation, who can accept it after signing in, and wherever the instance cannot send mail.',
  },
  invalid_link: {
    status: 400,
    message: 'This link is no longer valid. Request a new one',
    when: 'The link for an activation or a new password has been used, has expired or is incomplete.',
  },
  session_not_found: {
    status: 404,
    message: 'Session not found',
    when: 'No session has this id, or it has already ended.',
  },
} as const satisfies Record<string, ErrorKind>;
