/** Accounts, locations, posts and numbers, as Google's pages describe them. */
import { randomBytes } from 'node:crypto';
import { ApiError, type Answer, type Call } from '../google/call.ts';
import type { Account, Owner, Post, State } from './state.ts';

/** The form of Google's newer APIs (cloud.google.com/apis/design/errors). */
export function failed(
  code: number,
  status: string,
  message: string,
  info?: { reason: string; metadata?: Readonly<Record<string, string>> },
): ApiError {
  const type = 'type.googleapis.com/google.rpc.ErrorInfo';
  const details = info ? [{ '@type': type, domain: 'googleapis.com', ...info }] : [];
  return new ApiError(code, { error: { code, message, status, ...(details.length ? { details } : {}) } });
}

const invalid = (message: string): ApiError => failed(400, 'INVALID_ARGUMENT', message);
const denied = (): ApiError => failed(403, 'PERMISSION_DENIED', 'The caller does not have permission');
const missing = (): ApiError => failed(404, 'NOT_FOUND', 'Requested entity was not found.');
const ok = (body: unknown): Answer => ({ status: 200, body });

/** A call with the parts of its path, by the person who makes it. */
export interface Request {
  readonly call: Call;
  readonly owner: Owner;
  readonly params: readonly string[];
}

export interface ApiRoute {
  readonly method: string;
  readonly path: RegExp;
  handle(state: State, request: Request): Answer;
}

function paged(items: readonly unknown[], { query }: Call, name: string, most: number): Answer {
  const size = Math.min(Number(query.get('pageSize') ?? most) || most, most);
  const from = Number(query.get('pageToken') ?? 0);
  const more = from + size < items.length;
  // Empty lists are left out, as everything empty is.
  return ok({
    ...(items.length ? { [name]: items.slice(from, from + size) } : {}),
    ...(more ? { nextPageToken: String(from + size) } : {}),
  });
}

const listAccounts = (_: State, { call, owner }: Request): Answer =>
  paged(
    owner.accounts.map(({ name }) => ({
      name,
      accountName: owner.title,
      type: 'PERSONAL',
      role: 'PRIMARY_OWNER',
    })),
    call,
    'accounts',
    20,
  );

const accountOf = ({ owner, params }: Request): Account => {
  const found = owner.accounts.find(({ name }) => name === `accounts/${params[0]}`);
  if (!found) throw denied();
  return found;
};

function listLocations(_: State, request: Request): Answer {
  const mask = request.call.query.get('readMask');
  if (!mask) throw invalid('Invalid field mask provided');
  const fields = mask.split(',');
  const known = accountOf(request).locations.map((location) => ({
    ...location,
    storefrontAddress: { regionCode: 'GB', addressLines: ['1 High Street'], locality: 'Leeds' },
  }));
  const picked = known.map((location) =>
    Object.fromEntries(Object.entries(location).filter(([name]) => fields.includes(name))),
  );
  return paged(picked, request.call, 'locations', 100);
}

function placeOf(request: Request): string {
  const { name, locations } = accountOf(request);
  const location = locations.find((one) => one.name === `locations/${request.params[1]}`);
  if (!location) throw missing();
  return `${name}/${location.name}`;
}

const present = (state: State, post: Post): Record<string, unknown> => ({
  ...post.fields,
  name: post.name,
  state: post.reads < state.armed.processingReads ? 'PROCESSING' : post.rejected ? 'REJECTED' : 'LIVE',
  createTime: post.createTime,
  updateTime: post.createTime,
  searchUrl: `https://local.google.com/place?id=1&use=posts&lpsid=${post.name.split('/').at(-1)}`,
  ...(post.fields.media
    ? {
        media: (post.fields.media as readonly { mediaFormat: string }[]).map(({ mediaFormat }) => ({
          name: `${post.name}/media/1`,
          mediaFormat,
          googleUrl: 'https://lh3.googleusercontent.com/p/1',
        })),
      }
    : {}),
});

const live = (state: State, place: string): Post[] =>
  state.posts.filter((post) => post.place === place && !post.deleted);

function listPosts(state: State, request: Request): Answer {
  const newest = live(state, placeOf(request)).toReversed();
  return paged(
    newest.map((post) => present(state, post)),
    request.call,
    'localPosts',
    100,
  );
}

const FIELDS = ['languageCode', 'summary', 'callToAction', 'event', 'media', 'topicType', 'offer'];
const LINKS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'GET_OFFER'];

/** What Google's page on local posts demands. */
function check(fields: Record<string, unknown>): void {
  const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name));
  if (unknown) throw invalid(`Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`);
  const topic = String(fields.topicType);
  if (!['STANDARD', 'EVENT', 'OFFER'].includes(topic)) throw invalid('topic_type is required');
  if (!fields.summary && !fields.media) throw invalid('summary is required');
  if (String(fields.summary ?? '').length > 1500) throw invalid('summary is too long');
  const button = fields.callToAction as { actionType?: string; url?: string } | undefined;
  if (button && LINKS.includes(button.actionType ?? '') !== Boolean(button.url)) {
    throw invalid('call_to_action.url is required, and left unset for CALL');
  }
  const event = fields.event as { title?: string; schedule?: Record<string, unknown> } | undefined;
  if (topic === 'STANDARD' ? event : !event?.title || !event.schedule?.startDate || !event.schedule.endDate) {
    throw invalid('event is required for topic types EVENT and OFFER');
  }
  if (fields.offer && topic !== 'OFFER') throw invalid('offer is only for topic type OFFER');
  for (const media of (fields.media ?? []) as { mediaFormat?: string; sourceUrl?: string }[]) {
    if (media.mediaFormat !== 'PHOTO' || !media.sourceUrl?.startsWith('https://')) {
      throw invalid('source_url is the only supported data field for a LocalPost MediaItem');
    }
  }
}

function create(state: State, request: Request): Answer {
  const place = placeOf(request);
  const fields = JSON.parse(request.call.body.toString()) as Record<string, unknown>;
  check(fields);
  const post: Post = {
    name: `${place}/localPosts/${String(randomBytes(6).readUIntBE(0, 6))}`,
    place,
    fields,
    createTime: state.now().toISOString(),
    reads: 0,
    rejected: state.armed.rejects,
    deleted: false,
  };
  state.posts.push(post);
  return ok(present(state, post));
}

function postOf(state: State, request: Request): Post {
  const name = `${placeOf(request)}/localPosts/${request.params[2]}`;
  const post = state.posts.find((one) => one.name === name && !one.deleted);
  if (!post) throw missing();
  return post;
}

function read(state: State, request: Request): Answer {
  const post = postOf(state, request);
  post.reads += 1;
  return ok(present(state, post));
}

function remove(state: State, request: Request): Answer {
  postOf(state, request).deleted = true;
  return ok({});
}

/** The days between two dates of the query, each with the value 2; the last one is not counted yet. */
function numbers(_: State, { call, owner, params }: Request): Answer {
  const name = `locations/${params[0]}`;
  if (!owner.accounts.some(({ locations }) => locations.some((one) => one.name === name))) throw denied();
  const at = (bound: string): number => {
    const [year, month, day] = ['year', 'month', 'day'].map((part) =>
      Number(call.query.get(`dailyRange.${bound}.${part}`)),
    );
    if (!year || !month || !day) throw invalid('daily_range is required');
    return Date.UTC(year, month - 1, day);
  };
  const [start, end] = [at('startDate'), at('endDate')];
  const datedValues = Array.from({ length: Math.round((end - start) / 86_400_000) + 1 }, (_day, index) => {
    const date = new Date(start + index * 86_400_000);
    return {
      date: { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
      ...(date.getTime() < end ? { value: '2' } : {}),
    };
  });
  const dailyMetricTimeSeries = call.query
    .getAll('dailyMetrics')
    .map((dailyMetric) => ({ dailyMetric, timeSeries: { datedValues } }));
  return ok({ multiDailyMetricTimeSeries: [{ dailyMetricTimeSeries }] });
}

const LOCATION = '/v4/accounts/([^/]+)/locations/([^/]+)/localPosts';

export const apiRoutes: readonly ApiRoute[] = [
  { method: 'GET', path: /^\/v1\/accounts$/, handle: listAccounts },
  { method: 'GET', path: /^\/v1\/accounts\/([^/]+)\/locations$/, handle: listLocations },
  { method: 'GET', path: /^\/v1\/locations\/([^/:]+):fetchMultiDailyMetricsTimeSeries$/, handle: numbers },
  { method: 'GET', path: new RegExp(`^${LOCATION}$`), handle: listPosts },
  { method: 'POST', path: new RegExp(`^${LOCATION}$`), handle: create },
  { method: 'GET', path: new RegExp(`^${LOCATION}/([^/]+)$`), handle: read },
  { method: 'DELETE', path: new RegExp(`^${LOCATION}/([^/]+)$`), handle: remove },
];
