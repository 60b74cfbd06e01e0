/**
 * Writes docs/errors.md from the catalogue: `node src/test/generate-error-docs.ts`. A test compares the two.
 */
import { writeFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { fileURLToPath } from 'node:url';
import { errorKinds } from '../platform/errors.ts';

/** Path of the page. */
export const ERROR_DOCS = fileURLToPath(new URL('../../docs/errors.md', import.meta.url));

/** The whole page, by status and then by name. */
export function renderErrorDocs(): string {
  const rows = Object.entries(errorKinds)
    .sort(([a, x], [b, y]) => x.status - y.status || a.localeCompare(b))
    .map(
      ([code, kind]) =>
        `| ${kind.status} ${STATUS_CODES[kind.status]} | \`${code}\` | ${kind.message} | ${kind.when} |`,
    );
  return `# Errors of the API

Generated from \`src/platform/errors/\` by \`node src/test/generate-error-docs.ts\`; a test fails when they differ.

Every error has this shape. \`message\` and \`msg\` are the same text, because some clients read one and some the other;
\`issues\` is present when particular fields are to blame. Match on \`code\`, not on \`message\`: texts may change; codes,
statuses and the names in \`params\` do not. Each issue has a code of its own, and \`params\` with the values in its message
if it has any. Where one code has several messages, \`reason\` says which it is, with the \`params\` of that one.

\`\`\`json
{"statusCode": 400, "error": "Bad Request", "code": "invalid_request",
 "message": "The request is not valid: posts.0.value must be a list", "msg": "The request is not valid: posts.0.value must be a list",
 "issues": [{"path": "posts.0.value", "message": "must be a list", "code": "wrong_type", "params": {"types": ["array"]}}],
 "requestId": "019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21"}
\`\`\`

With \`Accept: application/problem+json\` it is a problem document (RFC 9457): \`type\` is \`urn:crier:error:<code>\` and
\`detail\` the message. \`requestId\`, also sent in the header \`X-Request-Id\`, identifies the request in the log. A 5xx reveals
nothing about its cause.

| Status | Code | Message | When, and what to do |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(ERROR_DOCS, renderErrorDocs());
