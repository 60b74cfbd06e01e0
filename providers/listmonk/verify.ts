/** Whether a start with an unknown outcome took effect, and what was sent lately. */
import type { Provider } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { accessOf, call, previewUrl, readCampaign, resultsOf, type Campaign, type Page } from './api.ts';
import type { Prepared } from './prepare.ts';
import { hasBegun, toPublished } from './publish.ts';

/**
 * Reads the campaign by its id. Never `absent`: a draft can be started any number of times and stays one
 * campaign. If a person has changed it, a person decides.
 */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const access = accessOf(request.channel);
  const { id } = attempt.prepared as Prepared;
  const campaign = await readCampaign(access, id, ctx).catch(orGone);
  if (!campaign) {
    return {
      status: 'unknown',
      reason: `listmonk no longer has campaign ${id}: it was deleted, as a draft or after it was started`,
    };
  }
  if (hasBegun(campaign)) return { status: 'found', published: toPublished(access, campaign) };
  if (campaign.status === 'draft') {
    return {
      status: 'repeatable',
      evidence: `Campaign ${id} is still a draft; the same request starts this same campaign`,
    };
  }
  return {
    status: 'unknown',
    reason: `A person has set campaign ${id} to "${campaign.status}" in listmonk; ${campaign.sent} mails were sent`,
  };
};

/** The message is in the server's language; for a number, nothing else is refused like this. */
function orGone(error: unknown): null {
  const code = error instanceof Rejected ? error.networkCode : null;
  if (code === '400' || code === '404') return null;
  throw error;
}

export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const access = accessOf(channel);
  const page = await call<Page<Campaign>>(access, ctx, '/campaigns', {
    query: { status: ['running', 'finished'], order_by: 'created_at', order: 'desc', no_body: true },
  });
  return resultsOf(page).map(({ id, uuid }) => ({ id: uuid, url: previewUrl(access.baseUrl, id) }));
};
