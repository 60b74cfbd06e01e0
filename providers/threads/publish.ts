/** The call that publishes a container, and the one that deletes a post. */
import type { Channel, Provider, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, ProviderError, Rejected } from '../_kit/errors.ts';
import { call, idOf, toPublished, type Thread } from './api.ts';
import type { Prepared } from './prepare.ts';
import { acceptedWithoutId } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

const CALL_MS = 40_000;

export const publish: Provider['publish'] = async ({ channel }, stored, ctx) => {
  const { container } = stored as Prepared;
  const { id } = await call<{ id?: string }>(channel, ctx, '/me/threads_publish', {
    form: { creation_id: container },
    timeoutMs: CALL_MS,
  });
  if (!id) throw new OutcomeUnknown(acceptedWithoutId('Threads', 'the post'));
  const permalink = await readPermalink(channel, id, ctx);
  return { status: 'published', published: toPublished(channel, { id, permalink }) };
};

/** The post is published in any case: without an answer, people get the URL of the profile. */
async function readPermalink(
  channel: Channel,
  id: string,
  ctx: ProviderContext,
): Promise<string | undefined> {
  try {
    return (await call<Thread>(channel, ctx, `/${id}`, { query: { fields: 'id,permalink' } })).permalink;
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw new OutcomeUnknown(sentence('published_without_url'), { cause: error });
  }
}

/** "Object does not exist": deleted already, or never visible to this account. */
const MISSING = /^100\/(33|24)$|^24$/;

export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  await call(channel, ctx, `/${idOf(published)}`, { method: 'DELETE' }).catch((error: unknown) => {
    if (!(error instanceof Rejected && MISSING.test(error.networkCode ?? ''))) throw error;
  });
};
