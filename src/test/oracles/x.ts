/** X's own OpenAPI document (version 2.167), as an oracle. */
import { openApiCheck } from './openapi.ts';
import type { Oracle } from './oracle.ts';

const PROBLEMS = 'https://docs.x.com/x-api/fundamentals/response-codes-and-errors';

/** The problems that it has. */
const DESCRIBED =
  /problems\/(?:invalid-request|resource-not-found|not-authorized-for-(?:resource|field)|resource-unavailable)"/;

export const xOracle: Oracle = {
  name: 'X',
  file: 'x.json',
  check: openApiCheck,
  mistakes: [
    {
      reason:
        'The document describes the API; tokens are described at ' +
        'docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token',
      covers: ({ operation }) => operation === 'POST /2/oauth2/token',
    },
    {
      reason: `Its list of problems lacks about:blank, rate-limit-exceeded, usage-capped and others of ${PROBLEMS}`,
      covers: ({ side }, { status, answer }) =>
        side === 'answer' && status >= 400 && !DESCRIBED.test(answer.body.toString()),
    },
    {
      reason:
        'A state of processing has no `error` in the document; an upload that failed has one at ' +
        'docs.x.com/x-api/media/get-media-upload-status',
      covers: ({ side, message }) => side === 'answer' && /processing_info .*\(error\)$/.test(message),
    },
  ],
};
