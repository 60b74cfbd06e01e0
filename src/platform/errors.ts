/** The closed catalogue of API errors: every refusal has a stable code. docs/errors.md is this list. */

import { isDatabaseDown } from './database-errors.ts';

/** One kind of refusal. `when` says in words when it happens and what to do; it becomes the documentation. */
interface ErrorKind {
  readonly status: number;
  readonly message: string;
  readonly when: string;
}

/** Every code that the API answers with. */
export const errorKinds = {
  no_api_key: {
    status: 401,
    message: 'No API Key found',
    when: 'The Authorization header is missing. Send the API key as it is, or after "Bearer ".',
  },
  invalid_api_key: {
    status: 401,
    message: 'Invalid API key',
    when: 'The key is unknown, revoked or expired. Create another with: npm run crier -- keys create --name NAME',
  },
  invalid_oauth_token: {
    status: 401,
    message: 'Invalid OAuth token',
    when: 'The access token is unknown or revoked: the person took the right back, left the organisation, or the app was deleted. Ask for it again at /oauth/authorize.',
  },
  not_signed_in: {
    status: 401,
    message: 'Not signed in',
    when: 'An operation of the web app was called without a session, or the session has ended. Sign in; API keys and access tokens are for /public/v1.',
  },
  invalid_credentials: {
    status: 401,
    message: 'The address or the password is wrong',
    when: 'Signing in with an address that has no account, with a wrong password, or to an account that was disabled: all three are answered alike.',
  },
  not_activated: {
    status: 403,
    message: 'The address is not confirmed yet',
    when: 'Signing in with the right password before the link in the activation mail was opened. POST /api/auth/resend-activation sends another one.',
  },
  wrong_password: {
    status: 400,
    message: 'The current password is wrong',
    when: 'A password was to be changed, and the current one is not what was given.',
  },
  too_many_attempts: {
    status: 429,
    message: 'Too many attempts',
    when: 'Too many wrong passwords, or too many mails asked for, with this address or from this place. Repeat after Retry-After seconds; resetting the password is another way in.',
  },
  already_set_up: {
    status: 409,
    message: 'This instance has been set up',
    when: 'The first account was to be made a second time. Sign in; who cannot asks the operator for: npm run crier -- users reset-password EMAIL',
  },
  registration_closed: {
    status: 403,
    message: 'Signing up is closed here',
    when: 'A stranger wanted an account. An admin can invite them, or the operator opens it with DISABLE_REGISTRATION=false.',
  },
  email_taken: {
    status: 409,
    message: 'This address has an account already',
    when: 'Somebody signs up with the address of an account where no mail can be sent, or with an invitation. Sign in instead; an invitation can be accepted then.',
  },
  invalid_link: {
    status: 400,
    message: 'This link is not valid any more',
    when: 'The link of an activation or a reset was used before, is too old, or is not whole. Ask for another one.',
  },
  session_not_found: {
    status: 404,
    message: 'Session not found',
    when: 'No session has this id, or it has ended.',
  },
  csrf_failed: {
    status: 403,
    message: 'The header X-CSRF-Token is missing or wrong',
    when: 'A change by a session came without the value that GET /auth/me answers as csrfToken, or with that of another session. Load the page again.',
  },
  no_organization: {
    status: 403,
    message: 'You belong to no organisation',
    when: 'The person has left or lost every organisation. Accept an invitation or make an organisation of your own.',
  },
  insufficient_role: {
    status: 403,
    message: 'Your role does not allow this',
    when: 'The operation is for owners, or for owners and admins; the message says which.',
  },
  insufficient_scope: {
    status: 403,
    message: 'This API key may only read',
    when: 'A key without the scope "write" was used for a change.',
  },
  organization_not_found: {
    status: 404,
    message: 'Organisation not found',
    when: 'No organisation has this id. GET /api/organizations lists yours.',
  },
  member_not_found: {
    status: 404,
    message: 'Member not found',
    when: 'Nobody has this id. GET /api/organization/members lists who belongs to the organisation.',
  },
  already_member: {
    status: 409,
    message: 'Already a member',
    when: 'Somebody was invited who belongs to the organisation already, or a member accepts an invitation to it. Nothing has changed; an admin changes the role in the list of members.',
  },
  last_owner: {
    status: 409,
    message: 'An organisation keeps at least one owner',
    when: 'The last owner was to leave, be removed or get another role. Make somebody else an owner first, or delete the organisation.',
  },
  invitation_not_found: {
    status: 404,
    message: 'The invitation is not valid',
    when: 'It is unknown, or it was accepted or taken back, or its 7 days are over; the message says which. Ask for another one.',
  },
  invitation_for_other: {
    status: 403,
    message: 'The invitation is for another address',
    when: 'It was sent to an address, and whoever accepts it is signed in with another one. Sign in with that address, or ask for an invitation without an address.',
  },
  api_key_not_found: {
    status: 404,
    message: 'API key not found',
    when: 'No API key has this id, or it was revoked. GET /api/api-keys lists those that work.',
  },
  unknown_client: {
    status: 400,
    message: 'This app is not known here',
    when: 'The client_id of an authorization request is unknown, or its app was deleted. Nothing is redirected. Its makers find the Client ID in Settings under Developers.',
  },
  redirect_mismatch: {
    status: 400,
    message: 'redirect_uri is not the registered Redirect URL',
    when: 'An authorization request names another address than the app has registered, be it by one character. Nothing is redirected. Leave redirect_uri away, or send the registered one byte for byte.',
  },
  app_not_found: {
    status: 404,
    message: 'App not found',
    when: 'No app has this id, or it was deleted, or the organisation has none. GET /api/user/oauth-apps lists them.',
  },
  app_exists: {
    status: 400,
    message: 'The organisation has an app',
    when: 'POST /api/user/oauth-app registers the first app only, as existing clients expect it. POST /api/user/oauth-apps registers more.',
  },
  approval_not_found: {
    status: 404,
    message: 'Approval not found',
    when: 'You have approved nothing with this id, or it was revoked. GET /api/user/approved-apps lists what works.',
  },
  origin_not_allowed: {
    status: 403,
    message: 'Origin not allowed',
    when: 'A browser page of another origin called the API. Set FRONTEND_URL (or MAIN_URL) to that origin.',
  },
  invalid_json: {
    status: 400,
    message: 'The body is not valid JSON',
    when: 'The body could not be parsed as UTF-8 JSON.',
  },
  invalid_request: {
    status: 400,
    message: 'The request is not valid',
    when: 'Fields are missing or wrong; `issues` names each one with its path.',
  },
  invalid_id: {
    status: 400,
    message: 'The id in the address is not an id',
    when: 'An id in the path is not a UUID.',
  },
  invalid_date: {
    status: 400,
    message: 'The date is not a date',
    when: 'A date is not ISO 8601, does not exist, or lies more than 10 minutes in the past for type "schedule". Use type "now" to publish at once.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not one of ours',
    when: 'A page of a list was asked for with a cursor that no list has answered. Begin without one.',
  },
  body_too_large: {
    status: 413,
    message: 'The body is too large',
    when: 'The body is over 50 MB; or over 1 MB where nobody has proven yet who they are, such as signing in. Upload media with POST /public/v1/upload first and name it in the post.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The content type is not supported',
    when: 'A body came with a content type that the endpoint does not read.',
  },
  route_not_found: {
    status: 404,
    message: 'There is no such endpoint',
    when: 'The path or method does not exist.',
  },
  post_not_found: { status: 404, message: 'Post not found', when: 'No post has this id, or it was deleted.' },
  integration_not_found: {
    status: 404,
    message: 'Integration not found',
    when: 'No channel has this id, or it was deleted. GET /public/v1/integrations lists them.',
  },
  upload_not_found: { status: 404, message: 'File not found', when: 'No uploaded file has this address.' },
  tool_not_found: {
    status: 404,
    message: 'The channel has no such tool',
    when: 'integration-trigger names a method that the network does not offer. GET /public/v1/integration-settings/{id} lists them.',
  },
  no_free_slot: {
    status: 404,
    message: 'The channel has no free slot',
    when: 'No posting times are set for the channel.',
  },
  foreign_resource: {
    status: 403,
    message: 'This belongs to another organisation',
    when: 'The id exists but belongs to an organisation that the key is not for.',
  },
  channel_disabled: {
    status: 400,
    message: 'The channel is disabled',
    when: 'A post names a channel that was switched off.',
  },
  channel_disconnected: {
    status: 400,
    message: 'The channel must be connected again',
    when: 'A new post names a channel whose credentials the network no longer accepts. Connect it again: posts that wait for it go on by themselves.',
  },
  channel_unauthorized: {
    status: 401,
    message: 'The network no longer accepts the channel',
    when: "A look at the network (a tool, missing content) was refused with the channel's credentials. The channel is marked; connect it again.",
  },
  network_refused: {
    status: 400,
    message: 'The network refused the question',
    when: 'A tool was called with data that the network refuses; the message has its words.',
  },
  network_busy: {
    status: 503,
    message: 'The network asks to wait',
    when: 'A tool, or connecting a channel, called the network more often than it allows. Repeat after Retry-After seconds.',
  },
  network_failed: {
    status: 502,
    message: 'The network gave no answer',
    when: 'A tool, or connecting a channel ("Failed to fetch"), could not reach the network, or got an answer that cannot be used. Check its address and try again.',
  },
  provider_not_configured: {
    status: 400,
    message: 'The network is not set up on this instance',
    when: 'A channel was to be connected in the browser at a network at which this instance has no app. Register one there and set the variables that the message names.',
  },
  invalid_state: {
    status: 400,
    message: 'Invalid state',
    when: 'Somebody came back from a network with a state that is missing, unknown, used, older than one hour, or of another session or organisation. When the two hosts that the message names differ, set FRONTEND_URL to the address under which people open Crier; else connect again from the beginning.',
  },
  connect_denied: {
    status: 400,
    message: 'The account was not connected',
    when: 'The person said no at the network, or the network refused the code, the app or the account; the message has its words.',
  },
  other_account: {
    status: 409,
    message: 'This is another account',
    when: 'A channel was to be connected again, and the person came back from the network as somebody else; the message names both. Sign in there with the account of the channel.',
  },
  network_not_available: {
    status: 400,
    message: 'Crier cannot publish to this network yet',
    when: 'A post names a channel of a network whose settings are known here, but which cannot be published to yet. Keep it as a draft.',
  },
  provider_mismatch: {
    status: 400,
    message: 'settings.__type does not fit the channel',
    when: "settings.__type is missing or is not the channel's provider; the message names the right value.",
  },
  invalid_content: {
    status: 400,
    message: 'The network would refuse this content',
    when: 'Text too long or empty, too many or wrong media for the network; `issues` names each problem.',
  },
  media_not_stored: {
    status: 400,
    message: 'The media file is not stored here',
    when: 'A post names an upload that this organisation does not have, or something that is no address at all. POST /public/v1/upload first, then use its id and path; or give a public http(s) address or a base64 data: URI.',
  },
  blocked_address: {
    status: 400,
    message: 'Blocked IP',
    when: 'Media were to be fetched from an address that is not public, directly or after a redirect, or an instance to connect with has such an address. Upload the file, or let the operator allow the range with SSRF_ALLOW_CIDRS.',
  },
  fetch_failed: {
    status: 400,
    message: 'The file could not be fetched',
    when: 'The address of media does not exist, does not answer in time, answers with an error or redirects without end. Check that it opens without signing in, or upload the file.',
  },
  no_file: { status: 400, message: 'No file provided', when: 'An upload has no part named "file".' },
  unsupported_file: {
    status: 400,
    message: 'This kind of file is not accepted',
    when: 'The bytes are not one of the accepted types: JPEG, PNG, GIF, WebP, AVIF, BMP, TIFF, MP4.',
  },
  file_too_large: {
    status: 400,
    message: 'The file is too large',
    when: 'Images are limited to 10 MB, videos to 1 GB.',
  },
  post_published: {
    status: 400,
    message: 'The post is published',
    when: 'A create request names a post that has gone out. With republish: true it is published again as a new post.',
  },
  release_id_known: {
    status: 409,
    message: 'The post has no missing id',
    when: 'release-id is set only on a published post whose releaseId is "missing".',
  },
  revision_mismatch: {
    status: 412,
    message: 'The post has changed meanwhile',
    when: 'If-Match names another revision than the post has. Read the post again: its ETag is the revision.',
  },
  not_frozen: {
    status: 409,
    message: 'Nothing is frozen',
    when: 'Publishing was to be resumed although it was not frozen, or somebody has resumed it meanwhile. Nothing was changed.',
  },
  post_locked: {
    status: 409,
    message: 'The post can no longer be changed',
    when: 'It is being published or has ended; the message names its state.',
  },
  duplicate_request: {
    status: 409,
    message: 'The same request was just accepted',
    when: 'An identical create came within 10 seconds and without an Idempotency-Key: a double click, or a client that retries. The message names the posts of the first. To publish the same twice, send a key of its own with each.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request',
    when: 'The same key came with another body within 24 hours. Use a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many create requests',
    when: 'The organisation has sent as many create requests as it may within an hour (90, or what API_LIMIT says). The message and Retry-After say when the next one is accepted; reading and changing posts is not limited.',
  },
  invalid_idempotency_key: {
    status: 400,
    message: 'The Idempotency-Key is not usable',
    when: 'It is empty or longer than 255 characters.',
  },
  quota_exceeded: {
    status: 402,
    message: 'The plan does not allow more',
    when: 'The plan of the organisation allows no more posts this month, channels, members or webhooks. `quota` names which, the limit, what is used, and the page where an owner changes the plan. Nothing was stored.',
  },
  billing_off: {
    status: 409,
    message: 'Plans cannot be bought here',
    when: 'The instance has no plans (CRIER_PLANS), or no payment service behind them (STRIPE_SECRET_KEY and STRIPE_SIGNING_KEY).',
  },
  subscription_runs: {
    status: 409,
    message: 'A subscription is running',
    when: 'An organisation was to be deleted while its plan is paid for. End the subscription with POST /api/billing/portal first; nothing was deleted.',
  },
  not_subscribed: {
    status: 409,
    message: 'Nothing was bought yet',
    when: 'The pages of the payment service were asked for by an organisation that it does not know. Buy a plan with POST /api/billing/checkout.',
  },
  invalid_signature: {
    status: 400,
    message: 'The signature is not valid',
    when: 'An event came without the signature of the payment service, with a wrong one, or with one that is older than 5 minutes. Compare STRIPE_SIGNING_KEY with the signing secret of the endpoint, and the clock of this machine.',
  },
  billing_failed: {
    status: 502,
    message: 'The payment service did not do it',
    when: 'Stripe could not be reached or has refused. Nothing was bought; the log has the reason. Try again later.',
  },
  unavailable: {
    status: 503,
    message: 'The service is not available right now',
    when: 'The database does not answer. Nothing was stored; repeat after Retry-After seconds.',
  },
  storage_full: {
    status: 507,
    message: 'There is no room for the file',
    when: 'The disk of the uploads is full. Nothing was kept of the file.',
  },
  internal: {
    status: 500,
    message: 'Internal server error',
    when: 'A defect. The requestId finds it in the log.',
  },
} as const satisfies Record<string, ErrorKind>;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorKinds;

/** A problem at one place of the input: `path` is dotted with indexes (`posts.0.value.1.content`). */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/**
 * The numbers behind `quota_exceeded`: what is limited, how far, what is used now, the name of the plan, and
 * where an owner changes it.
 */
export interface QuotaDetails {
  readonly quota: 'channels' | 'postsPerMonth' | 'members' | 'webhooks';
  readonly limit: number;
  readonly used: number;
  readonly plan: string;
  readonly url: string;
}

/** A refusal of the API. `message` (default: the catalogue's) goes to the caller; `cause` only to the log. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;
  /** Shown as `quota`. */
  readonly details: QuotaDetails | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      issues?: readonly Issue[];
      headers?: Record<string, string>;
      details?: QuotaDetails;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? errorKinds[code].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = errorKinds[code].status;
    this.issues = options.issues ?? [];
    this.headers = options.headers ?? {};
    this.details = options.details;
  }

  /**
   * Maps anything that was thrown to a refusal: a database that does not answer is 503, all else a defect.
   */
  static from(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    if (isDatabaseDown(error)) {
      return new ApiError('unavailable', { cause: error, headers: { 'retry-after': '5' } });
    }
    return new ApiError('internal', { cause: error });
  }
}
