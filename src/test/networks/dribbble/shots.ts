/** The account and its shots (developer.dribbble.com/v2: user, shots). */
import type { Grant } from '../_shared/grants.ts';
import { imageSize } from 'image-size';
import { Response } from 'undici';
import { invalid, ok, refusal, type Answer, type Call, type Route } from './call.ts';
import type { Account, Shot, State } from './state.ts';

const FIELDS = [
  'image',
  'title',
  'description',
  'tags[]',
  'team_id',
  'low_profile',
  'rebound_source_id',
  'scheduled_for',
];
const SIZES = ['400x300', '800x600'];
const TYPES = ['gif', 'jpg', 'png'];
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_PER_PAGE = 100;

const user = (_: State, __: Call, { account }: Grant<Account>): Answer =>
  ok({
    id: account.id,
    name: account.name,
    login: account.login,
    html_url: `https://dribbble.com/${account.login}`,
    avatar_url: '',
    bio: '',
    can_upload_shot: account.mayUpload,
    pro: false,
    followers_count: 0,
    type: 'Player',
    teams: account.teams,
  });

async function create(state: State, call: Call, { account }: Grant<Account>): Promise<Answer> {
  if (!account.mayUpload) throw refusal(403, 'You are not authorized to upload shots.');
  const type = call.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) throw invalid('image', "can't be blank");
  const form = await new Response(call.body, { headers: { 'content-type': type } }).formData();
  const strange = [...form.keys()].filter((name) => !FIELDS.includes(name));
  if (strange.length) throw invalid(strange.join(', '), 'is unknown');
  const title = form.get('title');
  if (typeof title !== 'string' || !title.trim()) throw invalid('title', "can't be blank");
  const file = form.get('image');
  if (!file || typeof file === 'string') throw invalid('image', "can't be blank");
  const image = Buffer.from(await file.arrayBuffer());
  checkImage(state, image);
  const shot: Shot = {
    id: 471_756 + state.shots.length,
    account,
    title,
    description: String(form.get('description') ?? ''),
    teamId: teamIdOf(account, form.get('team_id')),
    fileName: file.name,
    image,
    at: Date.now(),
    pendingReads: state.armed.processingReads,
  };
  state.shots.push(shot);
  return {
    status: 202,
    body: null,
    headers: { location: `https://api.dribbble.com/v2/shots/${slugOf(shot)}` },
  };
}

function checkImage(state: State, image: Buffer): void {
  if (image.length > MAX_BYTES) throw invalid('image', 'must be no larger than eight megabytes');
  const { width, height, type } = imageSize(image);
  if (!TYPES.includes(type ?? '')) throw invalid('image', 'must be a GIF, JPG, or PNG');
  if (!state.anySize && !SIZES.includes(`${width}x${height}`)) {
    throw invalid('image', 'must be exactly 400x300 or 800x600');
  }
}

function teamIdOf(account: Account, teamId: unknown): number | null {
  if (teamId === null) return null;
  const team = account.teams.find(({ id }) => String(id) === teamId);
  if (!team) throw refusal(403, 'You are not a member of this team.');
  return team.id;
}

/** The number of a shot, and what is readable of its title. */
const slugOf = ({ id, title }: Shot): string => {
  const text = title.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return text ? `${id}-${text}` : String(id);
};

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('&amp;lt;', '&lt;');

/** Words become paragraphs, and URLs become links. */
function toHtml(state: State, description: string): string {
  const html = escape(description).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
  const paragraphs = html.split(/\n{2,}/).map((part) => `<p>${part.replaceAll('\n', '\n<br />')}</p>`);
  return (state.armed.rewrite ?? ((same) => same))(paragraphs.join('\n\n'));
}

const present = (state: State, shot: Shot): object => ({
  id: shot.id,
  title: shot.title,
  description: shot.description ? toHtml(state, shot.description) : null,
  published_at: new Date(shot.at).toISOString().replace(/\.\d+Z$/, 'Z'),
  updated_at: new Date(shot.at).toISOString().replace(/\.\d+Z$/, 'Z'),
  html_url: `https://dribbble.com/shots/${slugOf(shot)}`,
  animated: false,
  tags: [],
  attachments: [],
  projects: [],
  team: shot.account.teams.find(({ id }) => id === shot.teamId) ?? null,
  low_profile: false,
});

const find = (state: State, { path }: Call, { account }: Grant<Account>): Shot | undefined => {
  const id = path.slice(path.lastIndexOf('/') + 1);
  return state.shots.find((shot) => String(shot.id) === id && shot.account === account);
};

function read(state: State, call: Call, token: Grant<Account>): Answer {
  const shot = find(state, call, token);
  if (!shot || shot.pendingReads-- > 0) throw refusal(404, 'Not found.');
  return ok(present(state, shot));
}

/** The account's own shots, newest first. */
function list(state: State, { query }: Call, { account }: Grant<Account>): Answer {
  const size = Math.min(Number(query.get('per_page') ?? 12), MAX_PER_PAGE);
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  const own = state.shots.filter((shot) => shot.account === account && shot.pendingReads <= 0).toReversed();
  return ok(own.slice(start, start + size).map((shot) => present(state, shot)));
}

function remove(state: State, call: Call, token: Grant<Account>): Answer {
  const shot = find(state, call, token);
  if (!shot) throw refusal(404, 'Not found.');
  state.shots.splice(state.shots.indexOf(shot), 1);
  return { status: 204, body: null };
}

export const routes: readonly Route[] = [
  { method: 'GET', path: /^\/v2\/user$/, scope: 'public', handle: user },
  { method: 'GET', path: /^\/v2\/user\/shots$/, scope: 'public', handle: list },
  { method: 'POST', path: /^\/v2\/shots$/, scope: 'upload', handle: create },
  { method: 'GET', path: /^\/v2\/shots\/\d+$/, scope: 'public', handle: read },
  { method: 'DELETE', path: /^\/v2\/shots\/\d+$/, scope: 'upload', handle: remove },
];
