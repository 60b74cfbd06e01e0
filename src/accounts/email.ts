/** Email addresses of people. */
import { createAjv } from '../../providers/_kit/json-schema.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';

/** Whether mail can be sent there, by its form. */
export const isEmail = createAjv().compile({ type: 'string', format: 'email', maxLength: 254 });

/** An email address as typed; `parseEmail` trims the whitespace around it. */
export const emailSchema = {
  type: 'string',
  minLength: 3,
  maxLength: 320,
  description: 'Email address; case does not matter',
} as const;

/**
 * The email address as stored: trimmed, its case kept.
 *
 * @throws ApiError `invalid_request` at `email`
 */
export function parseEmail(text: string): string {
  const email = text.trim();
  // Longer addresses cannot be delivered to (RFC 5321, section 4.5.3.1.3, less the angle brackets).
  if (!isEmail(email)) {
    throw new ApiError('invalid_request', {
      issues: [{ path: 'email', ...sentence('not_an_email', { example: 'ada@example.org' }) }],
    });
  }
  return email;
}
