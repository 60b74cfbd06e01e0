/** The call that starts a campaign (listmonk.app/docs/apis/campaigns). */
import type { Provider, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { accessOf, call, previewUrl, type Access, type Campaign, type CampaignRef } from './api.ts';
import type { Prepared } from './prepare.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** Limit of a call that only changes the status; the mails follow within seconds. */
const START_MS = 20_000;

/**
 * Starts the draft. Repeating it is harmless: a campaign that has begun is refused, and one that two calls
 * start at once still sends each subscriber one mail, because listmonk remembers how far it is.
 */
export const publish: Provider['publish'] = async (request, prepared, ctx) => {
  const access = accessOf(request.channel);
  const { id } = prepared as Prepared;
  const campaign = await call<Campaign>(access, ctx, `/campaigns/${id}/status`, {
    method: 'PUT',
    json: { status: 'running' },
    timeoutMs: START_MS,
  }).catch((error: unknown) => ifBegun(error, { access, id }, ctx));
  if (!campaign || !hasBegun(campaign)) {
    throw new OutcomeUnknown(answeredWithout('listmonk', 'saying that the campaign is running'));
  }
  return { status: 'published', published: toPublished(access, campaign) };
};

/** A paused one was started before. */
export const hasBegun = ({ status }: Campaign): boolean =>
  status === 'running' || status === 'finished' || status === 'paused';

/**
 * A draft that a person has started in listmonk is published: the post must not fail, or it would be
 * retried.
 */
async function ifBegun(
  refusal: unknown,
  { access, id }: { access: Access; id: number },
  ctx: ProviderContext,
): Promise<Campaign> {
  if (!(refusal instanceof Rejected && refusal.networkCode === '400')) throw refusal;
  const campaign = await call<Campaign>(access, ctx, `/campaigns/${id}`, {
    query: { no_body: true },
    timeoutMs: PUBLISH_TIMEOUT_MS - START_MS,
  }).catch((cause: unknown) => {
    if (cause instanceof Rejected) throw refusal;
    throw new OutcomeUnknown(sentence('listmonk_outcome_unread', { why: refusal.said }), { cause });
  });
  if (hasBegun(campaign)) return campaign;
  throw refusal;
}

export function toPublished({ baseUrl }: Access, { id, uuid }: Campaign): Published {
  const ref: CampaignRef = { id };
  return { id: uuid, url: previewUrl(baseUrl, id), ref };
}
