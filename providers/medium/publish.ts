/** The call that creates a story ("Creating a post", "Creating a post under a publication"). */
import type { Provider } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, type Story } from './api.ts';
import type { Prepared } from './prepare.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/**
 * A story that is not as public as it should be does not count as published, for any reason: a person
 * looks at it.
 */
export const publish: Provider['publish'] = async ({ channel }, stored, ctx) => {
  const { path, body, publishStatus } = stored as Prepared;
  const story = await call<Story>(channel, ctx, path, {
    method: 'POST',
    json: body,
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  if (!story.id) throw new OutcomeUnknown(answeredWithout('Medium', 'the id of the story'));
  const url = story.url ?? null;
  if (story.publishStatus && story.publishStatus !== publishStatus) {
    throw new Rejected(
      sentence('other_status', {
        who: 'Medium',
        status: story.publishStatus,
        wanted: publishStatus,
        url: url ?? '–',
      }),
      { networkCode: 'other_status' },
    );
  }
  return { status: 'published', published: { id: story.id, url, ref: { publishStatus } } };
};
