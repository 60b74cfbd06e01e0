/** Every sentence of the API that has a code, but for those of single networks. */
import { catalogue } from '../../providers/_kit/sentences/catalogue.ts';
import { accessSentences } from './sentences/access.ts';
import { channelSentences } from './sentences/channels.ts';
import { failureSentences } from './sentences/failures.ts';
import { healthSentences } from './sentences/health.ts';
import { postSentences } from './sentences/posts.ts';
import { requestSentences } from './sentences/requests.ts';
import { tableSentences } from './sentences/tables.ts';
import { uploadSentences } from './sentences/uploads.ts';

export const sentence = catalogue({
  ...requestSentences,
  ...accessSentences,
  ...channelSentences,
  ...postSentences,
  ...failureSentences,
  ...healthSentences,
  ...tableSentences,
  ...uploadSentences,
});
