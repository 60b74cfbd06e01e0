/** Content of posts as it is stored: HTML with the markup that a post may have, and nothing else. */
import sanitizeHtml from 'sanitize-html';
import { ApiError } from './errors.ts';
import { inTurn } from './in-turn.ts';

const ALLOWED_HTML: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'u', 'a', 'ul', 'li', 'h1', 'h2', 'h3', 'span'],
  allowedAttributes: {
    '*': ['class', 'data-mention-id', 'data-mention-label'],
    a: ['href', 'target', 'rel', 'class'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  // Whatever walks the tags later does so recursively.
  nestingLimit: 50,
};
/** Cleaning takes time quadratic in the number of tags that are open at once. */
const MAX_TAGS = 10_000;
/** Each comment in an address is cut out of it on its own. */
const MAX_COMMENTS = 100;

/**
 * Content as it is stored: allowed markup only.
 *
 * @throws ApiError `invalid_content` for markup that would take too long to clean
 */
export async function cleanHtml(content: string, path: string): Promise<string> {
  await inTurn(content.length);
  const refuse = (message: string): ApiError =>
    new ApiError('invalid_content', { issues: [{ path, message }] });
  if (content.split('<', MAX_TAGS + 2).length > MAX_TAGS + 1) throw refuse(`has more than ${MAX_TAGS} tags`);
  if (content.split('<!--', MAX_COMMENTS + 2).length > MAX_COMMENTS + 1) {
    throw refuse(`has more than ${MAX_COMMENTS} comments (<!-- … -->); remove them`);
  }
  return sanitizeHtml(content, ALLOWED_HTML);
}
