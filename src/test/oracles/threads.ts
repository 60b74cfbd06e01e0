/** Meta's own Postman collection of the Threads API (fbsamples/threads_api), as an oracle. */
import type { Oracle } from './oracle.ts';
import { postmanCheck } from './postman.ts';

export const threadsOracle: Oracle = {
  name: 'Threads',
  file: 'threads.postman.json',
  check: postmanCheck,
  mistakes: [
    {
      reason:
        'The collection asks for the numbers of an account without dates; since and until are at ' +
        'developers.facebook.com/docs/threads/insights',
      covers: ({ operation, message }) =>
        operation === 'GET /me/threads_insights' && /no parameter (since|until)$/.test(message),
    },
    {
      reason:
        'Its list of fields of a post has quoted_post (fields_threads), its example of an answer has not',
      covers: ({ operation, message }) =>
        operation === 'GET /me/threads' && message === 'no field data.quoted_post',
    },
    {
      reason:
        'Its list of fields of a reply has replied_to (fields_replies), its example of an answer has not',
      covers: ({ operation, message }) =>
        operation === 'GET /me/replies' && message === 'no field data.replied_to',
    },
  ],
};
