/** The account, its boards and its numbers. */
import { ok, paged, refusal, type Answer, type Call, type Route } from './call.ts';
import { countsOf, daysOf } from './pins.ts';
import { maySee, type State, type Token } from './state.ts';

const me = (_: State, __: Call, { account }: Token): Answer =>
  ok({
    account_type: 'BUSINESS',
    id: account.id,
    username: account.username,
    business_name: account.businessName,
    profile_image: account.image,
    website_url: '',
    board_count: 3,
    pin_count: 12,
    follower_count: 7,
    following_count: 1,
    monthly_views: 90,
  });

const METRICS = [
  'ENGAGEMENT',
  'ENGAGEMENT_RATE',
  'IMPRESSION',
  'OUTBOUND_CLICK',
  'OUTBOUND_CLICK_RATE',
  'PIN_CLICK',
  'PIN_CLICK_RATE',
  'SAVE',
  'SAVE_RATE',
];

const analytics = (state: State, call: Call): Answer => {
  const counts = countsOf(daysOf(call, state.now()), METRICS) as Record<string, unknown>;
  return ok({ all: { summary_metrics: counts.summary_metrics, daily_metrics: counts.daily_metrics } });
};

const boards = (state: State, { query }: Call, token: Token): Answer =>
  paged(
    [...state.boards.values()]
      .filter((board) => maySee(board, token))
      .map(({ id, name, owner, isSecret }) => ({
        id,
        name,
        description: '',
        owner: { username: owner.username },
        privacy: isSecret ? 'SECRET' : 'PUBLIC',
        pin_count: 0,
      })),
    query,
  );

const sections = (state: State, { query, params }: Call, token: Token): Answer => {
  const board = state.boards.get(params[0] ?? '');
  if (!board || !maySee(board, token)) throw refusal(404, 40, 'Board not found.');
  return paged(board.sections, query);
};

const PAGE = ['page_size', 'bookmark'];
const ACCOUNT = ['user_accounts:read'];

export const accountRoutes: readonly Route[] = [
  { method: 'GET', path: /^\/v5\/user_account$/, scopes: ACCOUNT, category: 'org_read', handle: me },
  {
    method: 'GET',
    path: /^\/v5\/user_account\/analytics$/,
    scopes: ACCOUNT,
    category: 'org_analytics',
    query: ['start_date', 'end_date', 'metric_types', 'from_claimed_content', 'pin_format', 'app_types'],
    handle: analytics,
  },
  {
    method: 'GET',
    path: /^\/v5\/boards$/,
    scopes: ['boards:read'],
    category: 'org_read',
    query: [...PAGE, 'privacy'],
    handle: boards,
  },
  {
    method: 'GET',
    path: /^\/v5\/boards\/(\d+)\/sections$/,
    scopes: ['boards:read'],
    category: 'org_read',
    query: PAGE,
    handle: sections,
  },
];
