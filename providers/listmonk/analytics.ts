/** The numbers of a campaign (listmonk.app/docs/apis/campaigns). */
import type { Metric, Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { accessOf, readCampaign, type CampaignRef } from './api.ts';

/** Views are counted where the template has listmonk's pixel. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const { sent, views, clicks, bounces } = await readCampaign(
    accessOf(channel),
    (published.ref as CampaignRef).id,
    ctx,
  );
  const numbers: readonly (readonly [NumberName, number | undefined])[] = [
    ['Sent', sent],
    ['Views', views],
    ['Clicks', clicks],
    ['Bounces', bounces],
  ];
  return numbers.flatMap(([label, total]): Metric[] => (total === undefined ? [] : [{ label, total }]));
};
