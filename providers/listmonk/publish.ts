/** The call that starts a campaign (listmonk.app/docs/apis/campaigns). */
import type { Provider, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { accessOf, call, previewUrl, type Access, type Campaign, type CampaignRef } from './api.ts';
import type { Prepared } from './prepare.ts';

/** Upper bound for the one call. It only changes the status; the mails follow within seconds. */
export const PUBLISH_TIMEOUT_MS = 30_000;

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
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  if (campaign?.status !== 'running' && campaign?.status !== 'finished') {
    throw new OutcomeUnknown('listmonk answered without saying that the campaign is running');
  }
  return { status: 'published', published: toPublished(access, campaign) };
};

export function toPublished({ baseUrl }: Access, { id, uuid }: Campaign): Published {
  const ref: CampaignRef = { id };
  return { id: uuid, url: previewUrl(baseUrl, id), ref };
}
