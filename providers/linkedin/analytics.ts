/**
 * The numbers of a page and of its posts (learn.microsoft.com/linkedin: Organization Share, Follower and Page
 * Statistics). Apps may not read those of a profile.
 */
import type { Channel, Metric, Provider, ProviderContext } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { Rejected } from '../_kit/errors.ts';
import { authorOf, call, inPath, refOf } from './api.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const DAY_MS = 86_400_000;
const DAYS = 30;

interface Shares {
  readonly impressionCount?: number;
  readonly uniqueImpressionsCount?: number;
  readonly clickCount?: number;
  readonly likeCount?: number;
  readonly commentCount?: number;
  readonly shareCount?: number;
}

/** One day, or with `totalShareStatistics` alone, all time. */
interface Row {
  readonly timeRange?: { readonly start: number };
  readonly totalShareStatistics?: Shares;
  readonly followerGains?: { readonly organicFollowerGain?: number; readonly paidFollowerGain?: number };
  readonly totalPageStatistics?: {
    readonly views?: { readonly allPageViews?: { readonly pageViews?: number } };
  };
}

const SHARE_FIELDS: readonly (readonly [keyof Shares, NumberName])[] = [
  ['impressionCount', 'Impressions'],
  ['uniqueImpressionsCount', 'Unique impressions'],
  ['clickCount', 'Clicks'],
  ['likeCount', 'Reactions'],
  ['commentCount', 'Comments'],
  ['shareCount', 'Shares'],
];

async function rowsOf(
  channel: Channel,
  name: string,
  query: NonNullable<Parameters<typeof call>[3]>['query'],
  ctx: ProviderContext,
): Promise<readonly Row[]> {
  const { body } = await call<{ elements?: Row[] }>(channel, ctx, `/rest/${name}`, {
    query: query ?? {},
    restliMethod: 'FINDER',
  });
  return body?.elements ?? [];
}

/** Of the last 30 days that have ended, by the day; LinkedIn's days are those of UTC. */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const urn = authorOf(channel);
  const end = Math.floor(ctx.now().getTime() / DAY_MS) * DAY_MS;
  const timeIntervals = { timeRange: { start: end - DAYS * DAY_MS, end }, timeGranularityType: 'DAY' };
  const entity = { q: 'organizationalEntity', organizationalEntity: urn, timeIntervals };
  const followers = await rowsOf(channel, 'organizationalEntityFollowerStatistics', entity, ctx);
  const shares = await rowsOf(channel, 'organizationalEntityShareStatistics', entity, ctx);
  const views = await rowsOf(
    channel,
    'organizationPageStatistics',
    { q: 'organization', organization: urn, timeIntervals },
    ctx,
  );
  const { body: size } = await call<{ firstDegreeSize?: number }>(
    channel,
    ctx,
    `/rest/networkSizes/${inPath(urn)}`,
    { query: { edgeType: 'COMPANY_FOLLOWED_BY_MEMBER' } },
  );
  return [
    ...(typeof size?.firstDegreeSize === 'number'
      ? [{ label: 'Followers' as const, total: size.firstDegreeSize }]
      : []),
    ...daily('New followers', followers, ({ followerGains: gains }) =>
      gains ? (gains.organicFollowerGain ?? 0) + (gains.paidFollowerGain ?? 0) : undefined,
    ),
    ...daily('Page views', views, (row) => row.totalPageStatistics?.views?.allPageViews?.pageViews),
    ...SHARE_FIELDS.flatMap(([field, label]) =>
      daily(label, shares, (row) => row.totalShareStatistics?.[field]),
    ),
  ];
};

/** LinkedIn counts withdrawn likes and lost followers below zero; Crier shows none of these. */
function daily(label: NumberName, rows: readonly Row[], pick: (row: Row) => number | undefined): Metric[] {
  const days = rows.flatMap((row) => {
    const value = pick(row);
    return value === undefined || !row.timeRange
      ? []
      : [{ day: new Date(row.timeRange.start).toISOString().slice(0, 10), total: Math.max(0, value) }];
  });
  return days.length ? [{ label, total: days.reduce((sum, { total }) => sum + total, 0), days }] : [];
}

/** A post is a share, or since LinkedIn has videos and several pictures, a `ugcPost`. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const { post, comment } = refOf(published);
  if (comment) return [];
  const [row] = await rowsOf(
    channel,
    'organizationalEntityShareStatistics',
    {
      q: 'organizationalEntity',
      organizationalEntity: authorOf(channel),
      [post.startsWith('urn:li:ugcPost:') ? 'ugcPosts' : 'shares']: [post],
    },
    ctx,
  );
  if (!row?.totalShareStatistics) {
    throw new Rejected(sentence('linkedin_no_numbers'), { networkCode: 'not_found' });
  }
  const numbers = row.totalShareStatistics;
  return SHARE_FIELDS.flatMap(([field, label]) => {
    const total = numbers[field];
    return total === undefined ? [] : [{ label, total: Math.max(0, total) }];
  });
};
