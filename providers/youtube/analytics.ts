/** The numbers of a channel and of a video, as YouTube shows them. */
import type { Metric, Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { Rejected } from '../_kit/errors.ts';
import { readFirst } from './api.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

type Numbers = { readonly statistics?: Readonly<Record<string, string | undefined>> };

const CHANNEL = { subscriberCount: 'Subscribers', viewCount: 'Views', videoCount: 'Videos' } as const;
const VIDEO = { viewCount: 'Views', likeCount: 'Likes', commentCount: 'Comments' } as const;

/** Numbers that the owner hides are missing. */
const toMetrics = (labels: Readonly<Record<string, NumberName>>, { statistics }: Numbers): Metric[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const total = Number(statistics?.[name] ?? Number.NaN);
    return Number.isFinite(total) ? [{ label, total }] : [];
  });

export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) =>
  toMetrics(
    CHANNEL,
    (await readFirst<Numbers>(channel, ctx, 'channels', { part: 'statistics', mine: 'true' })) ?? {},
  );

export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, { id }, ctx) => {
  const video = await readFirst<Numbers>(channel, ctx, 'videos', { part: 'statistics', id });
  if (!video) {
    throw new Rejected(sentence('no_longer_there', { network: 'YouTube' }), { networkCode: 'videoNotFound' });
  }
  return toMetrics(VIDEO, video);
};
