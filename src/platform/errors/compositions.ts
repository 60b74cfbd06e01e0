/** Errors of drafts that are being written, and of snippets. */
import type { ErrorKind } from './error-kind.ts';

export const compositionErrors = {
  composition_not_found: {
    status: 404,
    message: 'Draft not found',
    when: 'No draft of the composer has this id: it was deleted, or it has become posts.',
  },
  composition_changed: {
    status: 409,
    message: 'The draft has changed since it was read',
    when: 'It was saved in the meantime, perhaps in another window; the message says by whom and when. Read it again, and save with its revision.',
  },
  snippet_not_found: {
    status: 404,
    message: 'Snippet not found',
    when: 'No template or signature has this id, or it was deleted.',
  },
  hashtag_set_not_found: {
    status: 404,
    message: 'Hashtag set not found',
    when: 'No hashtag set has this id, or it was deleted.',
  },
} as const satisfies Record<string, ErrorKind>;
