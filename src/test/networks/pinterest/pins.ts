/** Making, listing and deleting pins (developers.pinterest.com/docs/api/v5: pins). */
import { invalid, ok, paged, readJson, refusal, type Answer, type Call, type Route } from './call.ts';
import { sourceOf } from './media-source.ts';
import { maySee, newId, type Board, type MadePin, type State, type Token } from './state.ts';

/** Pinterest's description names no scopes for a secret board: those of a public one, with their ending. */
const WRITE_SECRET = ['boards:write_secret', 'pins:read_secret', 'pins:write_secret'];

/** The fields of a pin that is made, with the most characters that they may have. */
const FIELDS: Readonly<Record<string, number>> = {
  title: 100,
  description: 800,
  link: 2048,
  alt_text: 500,
  dominant_color: 7,
  board_id: 100,
  board_section_id: 100,
};

function fieldOf(body: Record<string, unknown>, name: string): string | null {
  const value = body[name] ?? null;
  if (value === null) return null;
  if (typeof value !== 'string') throw invalid(`${name}: ${String(value)} is not of type string`);
  const most = FIELDS[name] ?? 0;
  if (Array.from(value).length > most) throw invalid(`${name}: '${value}' is too long, maxLength=${most}`);
  return value;
}

function create(state: State, call: Call, token: Token): Answer {
  const { account } = token;
  const body = readJson(call);
  const unknown = Object.keys(body).filter((name) => !(name in FIELDS) && name !== 'media_source');
  if (unknown.length) throw invalid(`Additional properties are not allowed: ${unknown.join(', ')}`);
  if (state.armed.trial) {
    throw refusal(
      403,
      29,
      'Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.',
    );
  }
  const fields = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, fieldOf(body, name)]));
  const { board_id: id = '', board_section_id: section = null, link = null } = fields;
  if (!/^\d+$/.test(id ?? '')) throw invalid(`board_id: '${id}' does not match '^\\d+$'`);
  const board = state.boards.get(id ?? '');
  if (!board || !maySee(board, token, WRITE_SECRET)) throw refusal(404, 40, 'Board not found.');
  if (section && !board.sections.some((known) => known.id === section)) {
    throw refusal(404, 2031, 'Board section not found.');
  }
  if (link !== null && !/^https?:\/\/\S+$/.test(link)) throw invalid(`link: '${link}' is not a valid URL`);
  const colour = fields.dominant_color ?? null;
  if (colour !== null && !/^#[0-9a-f]{6}$/i.test(colour)) throw invalid(`dominant_color: '${colour}'`);
  const { source, pictures } = sourceOf(state, account, body.media_source);
  const pin: MadePin = {
    id: newId(state),
    owner: account,
    board: board.id,
    section,
    title: fields.title ?? null,
    description: fields.description ?? null,
    link,
    colour,
    alt: fields.alt_text ?? null,
    source,
    pictures,
    at: state.now().getTime(),
    deleted: false,
  };
  state.pins.push(pin);
  return ok(present(pin), 201);
}

/** Pins of other programs, one like the other. */
export function fill(state: State, board: Board, count: number): void {
  for (let n = 0; n < count; n++) {
    state.pins.push({
      id: newId(state),
      owner: board.owner,
      board: board.id,
      section: null,
      title: `Pin ${n}`,
      description: null,
      link: null,
      colour: null,
      alt: null,
      source: { source_type: 'image_url' },
      pictures: 1,
      at: state.now().getTime(),
      deleted: false,
    });
  }
}

const present = (pin: MadePin): object => ({
  id: pin.id,
  created_at: new Date(pin.at).toISOString().slice(0, 19),
  link: pin.link,
  title: pin.title,
  description: pin.description,
  dominant_color: pin.colour,
  alt_text: pin.alt,
  board_id: pin.board,
  board_section_id: pin.section,
  board_owner: { username: pin.owner.username },
  parent_pin_id: null,
  media: { media_type: pin.source.source_type === 'video_id' ? 'video' : 'image' },
});

/** Newest first. */
const shown = (pins: readonly MadePin[], call: Call): Answer =>
  paged(
    pins
      .filter(({ deleted }) => !deleted)
      .toReversed()
      .map(present),
    call.query,
  );

function ofBoard(state: State, call: Call, token: Token): Answer {
  const board = state.boards.get(call.params[0] ?? '');
  if (!board || !maySee(board, token, ['pins:read_secret'])) throw refusal(404, 40, 'Board not found.');
  return shown(
    state.pins.filter((pin) => pin.board === board.id),
    call,
  );
}

const ofAccount = (state: State, call: Call, { account }: Token): Answer =>
  shown(
    state.pins.filter(({ owner }) => owner === account),
    call,
  );

function ownPin(state: State, { params }: Call, { account }: Token): MadePin {
  const pin = state.pins.find(({ id, deleted }) => id === params[0] && !deleted);
  if (!pin || pin.owner !== account) throw refusal(404, 50, 'Pin not found.');
  return pin;
}

function remove(state: State, call: Call, token: Token): Answer {
  ownPin(state, call, token).deleted = true;
  return { status: 204, body: '' };
}

const METRICS = new Set([
  'IMPRESSION',
  'OUTBOUND_CLICK',
  'PIN_CLICK',
  'SAVE',
  'SAVE_RATE',
  'TOTAL_COMMENTS',
  'TOTAL_REACTIONS',
  'USER_FOLLOW',
  'PROFILE_VISIT',
]);
const DAY_MS = 86_400_000;

/** The days of a period, oldest first; it must be within the last 90. */
export function daysOf({ query }: Call, now: Date): string[] {
  const [start, end] = ['start_date', 'end_date'].map((name) => {
    const value = query.get(name) ?? '';
    if (!/^\d{4}-\d\d-\d\d$/.test(value)) throw invalid(`${name} is required, as YYYY-MM-DD`);
    return Date.parse(value);
  }) as [number, number];
  if (start > end) throw invalid('start_date is after end_date');
  if (start < now.getTime() - 91 * DAY_MS) throw invalid('start_date is more than 90 days back');
  const days: string[] = [];
  for (let at = start; at <= end; at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** Of each day that is counted, one; the last one is not counted yet. */
export function countsOf(days: readonly string[], names: readonly string[]): object {
  const ones = Object.fromEntries(names.map((name) => [name, 1]));
  const sums = Object.fromEntries(names.map((name) => [name, days.length - 1]));
  return {
    lifetime_metrics: Object.fromEntries(names.map((name) => [name, 120])),
    summary_metrics: sums,
    daily_metrics: days.map((date, n) =>
      n === days.length - 1
        ? { date, data_status: 'PROCESSING' }
        : { date, data_status: 'READY', metrics: ones },
    ),
  };
}

function analytics(state: State, call: Call, token: Token): Answer {
  ownPin(state, call, token);
  const names = (call.query.get('metric_types') ?? '').split(',');
  const wrong = names.filter((name) => !METRICS.has(name));
  if (wrong.length) throw invalid(`metric_types: ${wrong.join(',')} is not one of ${[...METRICS].join(',')}`);
  return ok({ all: countsOf(daysOf(call, state.now()), names) });
}

const READ = ['boards:read', 'pins:read'];
const WRITE = ['boards:read', 'boards:write', 'pins:read', 'pins:write'];
const PAGE = ['page_size', 'bookmark'];

export const pinRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/v5\/pins$/, scopes: WRITE, category: 'org_write', handle: create },
  { method: 'GET', path: /^\/v5\/pins$/, scopes: READ, category: 'org_read', query: PAGE, handle: ofAccount },
  { method: 'DELETE', path: /^\/v5\/pins\/(\d+)$/, scopes: WRITE, category: 'org_write', handle: remove },
  {
    method: 'GET',
    path: /^\/v5\/boards\/(\d+)\/pins$/,
    scopes: READ,
    category: 'org_read',
    query: PAGE,
    handle: ofBoard,
  },
  {
    method: 'GET',
    path: /^\/v5\/pins\/(\d+)\/analytics$/,
    scopes: READ,
    category: 'org_analytics',
    query: ['start_date', 'end_date', 'metric_types', 'app_types', 'split_field', 'ad_account_id'],
    handle: analytics,
  },
];
