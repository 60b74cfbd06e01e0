/** Errors of the HTTP request itself, and of the service as a whole. */
import type { ErrorKind } from './error-kind.ts';

/** Codes that any request can meet. */
export const requestErrors = {
  origin_not_allowed: {
    status: 403,
    message: 'Origin not allowed',
    when: 'A web page from another origin called the API. Set FRONTEND_URL or MAIN_URL to that origin.',
  },
  host_not_allowed: {
    status: 403,
    message: 'This is not a URL of the instance',
    when: 'The web app was opened under a name that is neither configured nor of the machine itself. Set FRONTEND_URL to the URL at which people open Crier. Paths of the Public API below /public/v1 work under every name.',
  },
  invalid_json: {
    status: 400,
    message: 'The body is not valid JSON',
    when: 'Send JSON encoded as UTF-8. The message says where it breaks, or which limit on depth or size it exceeds.',
  },
  invalid_request: {
    status: 400,
    message: 'The request is not valid',
    when: 'Fields are missing or wrong; `issues` lists each of them with its path.',
  },
  invalid_id: {
    status: 400,
    message: 'The id is not a UUID',
    when: 'Send ids exactly as the API returns them.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not valid',
    when: 'Only a cursor that the same list has returned is accepted. Start again without one.',
  },
  body_too_large: {
    status: 413,
    message: 'The body is too large',
    when: 'The limit is 50 MB, or 16 KB for requests that need no authentication, such as signing in and exchanging a code. Upload media with POST /public/v1/upload first and refer to them in the post.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The content type is not supported',
    when: 'The endpoint does not read bodies of this type, or compressed like this. The message says what to send instead.',
  },
  route_not_found: {
    status: 404,
    message: 'There is no such endpoint',
    when: 'Check the path and the method against the reference at /docs.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This method is not allowed',
    when: 'No endpoint takes TRACE. `Allow` names the methods that there are.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request',
    when: 'The key came with a different body less than 24 hours ago. Use a new key for each new request.',
  },
  invalid_idempotency_key: {
    status: 400,
    message: 'The Idempotency-Key must have 1 to 255 characters',
    when: 'Any text of that length will do; a UUID is a good choice.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many create requests',
    when: 'An organisation may send 90 create requests an hour, or as many as API_LIMIT allows. Try again after Retry-After seconds. Reading and changing posts is not limited.',
  },
  too_many_streams: {
    status: 429,
    message: 'Too many pages of this account are following changes',
    when: 'A person may have 50 open streams of GET /api/events. Close some pages; the web app asks for changes from time to time instead.',
  },
  unavailable: {
    status: 503,
    message: 'The service is not available right now',
    when: 'The database does not answer. Try again after Retry-After seconds. The message says whether the request may have been carried out all the same: then repeat it with the same Idempotency-Key, or look first.',
  },
  internal: {
    status: 500,
    message: 'Internal server error',
    when: 'A bug in Crier. Search the log for the requestId.',
  },
} as const satisfies Record<string, ErrorKind>;
