/** Members and pages, and the numbers of pages (learn.microsoft.com/linkedin: Organizations, Statistics). */
import {
  listOf,
  noPermission,
  ok,
  readQuery,
  refusal,
  textOf,
  type Answer,
  type Call,
  type Route,
} from './call.ts';
import { mayRead, personOf } from './may.ts';
import type { Page, State, Token } from './state.ts';

const DAY_MS = 86_400_000;

/** The member, for apps with OpenID Connect. */
export function userInfo({ url }: State, token: Token): Answer {
  const { scopes, account: member } = token;
  if (!scopes.includes('openid') || !scopes.includes('profile')) {
    throw noPermission('userinfo.GET.NO_VERSION');
  }
  return ok({ sub: member.id, name: member.name, picture: `${url}/dms/${member.id}.jpg`, locale: 'en-GB' });
}

function needAdmin({ scopes }: Token, what: string): void {
  if (!scopes.includes('rw_organization_admin') && !scopes.includes('r_organization_admin')) {
    throw noPermission(what);
  }
}

function acls({ pages }: State, call: Call, token: Token): Answer {
  needAdmin(token, 'organizationAcls.FINDER-roleAssignee');
  const query = readQuery(call, ['q', 'state', 'role', 'count', 'start']);
  if (query.q !== 'roleAssignee') throw refusal(400, 'Unknown finder');
  const elements = [...pages.values()].flatMap(({ id, roles }) => {
    const role = roles.get(token.account.id);
    const organization = `urn:li:organization:${id}`;
    return role ? [{ role, organization, roleAssignee: personOf(token), state: 'APPROVED' }] : [];
  });
  return ok({ paging: { start: 0, count: 10, links: [] }, elements });
}

const present = ({ id, name, vanityName }: Page) => ({ id: Number(id), localizedName: name, vanityName });

function lookup({ pages }: State, call: Call, token: Token): Answer {
  needAdmin(token, 'organizationsLookup.BATCH_GET');
  const found = listOf(readQuery(call, ['ids']).ids, 'ids').flatMap((id) => pages.get(id) ?? []);
  return ok({
    results: Object.fromEntries(found.map((page) => [page.id, present(page)])),
    statuses: {},
    errors: {},
  });
}

function byName({ pages }: State, call: Call, token: Token): Answer {
  needAdmin(token, 'organizations.FINDER-vanityName');
  const query = readQuery(call, ['q', 'vanityName']);
  if (query.q !== 'vanityName') throw refusal(400, 'Unknown finder');
  const name = textOf(query.vanityName, 'vanityName');
  return ok({ elements: [...pages.values()].filter(({ vanityName }) => vanityName === name).map(present) });
}

const INTERVALS = /^\(timeRange:\(start:(\d+),end:(\d+)\),timeGranularityType:DAY\)$/;

/** The days of `timeIntervals`, or none for all time. */
function daysOf(value: string | undefined): number[] {
  if (value === undefined) return [];
  const [, start, end] = INTERVALS.exec(value) ?? [];
  if (!start || !end) throw refusal(400, 'Invalid query parameters passed to request: timeIntervals');
  return Array.from({ length: (Number(end) - Number(start)) / DAY_MS }, (_, n) => Number(start) + n * DAY_MS);
}

const statistics =
  (entity: 'organization' | 'organizationalEntity', numbers: object): Route['handle'] =>
  (state, call, token) => {
    const query = readQuery(call, ['q', entity, 'timeIntervals', 'shares', 'ugcPosts']);
    if (query.q !== entity) throw refusal(400, 'Unknown finder');
    const urn = textOf(query[entity], entity);
    mayRead(state, token, urn);
    const own = { [entity]: urn, ...numbers };
    const days = daysOf(query.timeIntervals);
    if (days.length) {
      return ok({ elements: days.map((start) => ({ ...own, timeRange: { start, end: start + DAY_MS } })) });
    }
    for (const [name, type] of [
      ['shares', 'share'],
      ['ugcPosts', 'ugcPost'],
    ] as const) {
      if (query[name] === undefined) continue;
      const wanted = listOf(query[name], name);
      if (wanted.some((one) => !one.startsWith(`urn:li:${type}:`))) {
        throw refusal(400, `${name} is not a list of these`);
      }
      const live = state.ledger.filter(({ id, deleted }) => wanted.includes(id) && !deleted);
      return ok({ elements: live.map(({ id }) => ({ ...own, [type]: id })) });
    }
    return ok({ elements: [own] });
  };

function networkSize(state: State, call: Call, token: Token): Answer {
  const page = mayRead(state, token, call.params[0] ?? '');
  if (readQuery(call, ['edgeType']).edgeType !== 'COMPANY_FOLLOWED_BY_MEMBER') {
    throw refusal(400, 'Unknown edge');
  }
  return ok({ firstDegreeSize: page.followers });
}

const SHARES = {
  totalShareStatistics: {
    impressionCount: 40,
    uniqueImpressionsCount: 30,
    clickCount: 4,
    likeCount: 3,
    commentCount: 2,
    shareCount: 1,
    engagement: 0.25,
  },
};
const GAINS = { followerGains: { organicFollowerGain: 2, paidFollowerGain: 1 } };
const VIEWS = { totalPageStatistics: { views: { allPageViews: { pageViews: 7 } } } };
const ENTITY = 'organizationalEntity';
const finder = (name: string, handle: Route['handle']): Route => ({
  method: 'GET',
  path: new RegExp(`^/rest/${name}$`),
  restli: 'FINDER',
  handle,
});

export const pageRoutes: readonly Route[] = [
  finder('organizationAcls', acls),
  finder('organizations', byName),
  { method: 'GET', path: /^\/rest\/organizationsLookup$/, restli: 'BATCH_GET', handle: lookup },
  finder('organizationalEntityShareStatistics', statistics(ENTITY, SHARES)),
  finder('organizationalEntityFollowerStatistics', statistics(ENTITY, GAINS)),
  finder('organizationPageStatistics', statistics('organization', VIEWS)),
  { method: 'GET', path: /^\/rest\/networkSizes\/([^/]+)$/, handle: networkSize },
];
