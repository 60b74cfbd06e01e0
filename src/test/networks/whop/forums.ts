/** Companies, forums, files and posts (docs.whop.com/api-reference), of the version 2026-07-20. */
import { randomBytes } from 'node:crypto';
import {
  invalid,
  missing,
  ok,
  paged,
  readJson,
  refusal,
  userOf,
  type Answer,
  type Call,
  type Route,
} from './call.ts';
import { newId, type Forum, type MadePost, type State, type StoredFile, type Token } from './state.ts';

const MADE = '2025-11-03T10:00:00.000Z';

const companies = ({ companies: all }: State, { query }: Call, { account: person }: Token): Answer =>
  paged(
    all
      .filter(({ owner }) => owner === person)
      .map(({ id, title, owner }) => ({
        id,
        title,
        description: null,
        logo: null,
        member_count: 3,
        metadata: null,
        owner_user: userOf(owner),
        published_reviews_count: 0,
        route: title.toLowerCase(),
        send_customer_emails: true,
        target_audience: null,
        created_at: MADE,
        updated_at: MADE,
        verified: false,
      })),
    query,
  );

function forums(state: State, { query }: Call, { account: person }: Token): Answer {
  const company = state.companies.find(({ id }) => id === query.get('company_id'));
  if (!company) throw missing('Company');
  if (company.owner !== person) throw refusal(403, 'forbidden', 'You have no access to this company');
  const listed = state.forums.filter((forum) => forum.company === company && !forum.isPublic);
  return paged(
    listed.map(({ id, experience, name }) => ({
      id,
      experience: { id: experience, name },
      who_can_post: 'everyone',
      who_can_comment: 'everyone',
      email_notification_preference: 'none',
    })),
    query,
  );
}

const fileOf = ({ id, filename, status, size }: StoredFile): Record<string, unknown> => ({
  id,
  filename,
  content_type: null,
  size: size === null ? null : String(size),
  upload_status: status,
  url: status === 'ready' ? `https://media.whop.com/${id}` : null,
  visibility: 'private',
});

function createFile(state: State, call: Call, { account: person }: Token): Answer {
  const { filename } = readJson(call, { 'filename!': 'string', visibility: 'string' });
  const file: StoredFile = {
    id: newId('file'),
    owner: person,
    filename: String(filename),
    key: randomBytes(16).toString('hex'),
    status: 'pending',
    size: null,
    readsLeft: 0,
  };
  state.files.set(file.id, file);
  return ok({
    ...fileOf(file),
    upload_url: `${state.url}/storage/${file.key}`,
    upload_headers: { 'x-amz-meta-file': file.id },
  });
}

const failed = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  headers: { 'content-type': 'application/xml' },
});

/** The storage takes no token: the URL is signed, with the headers that belong to it. */
export function store(state: State, { path, headers, body }: Call): Answer {
  const file = [...state.files.values()].find(({ key }) => path === `/storage/${key}`);
  if (!file || headers['x-amz-meta-file'] !== file.id) return failed(403, 'AccessDenied');
  if (headers.authorization) return failed(400, 'InvalidArgument');
  if (body.length > state.limits.fileBytes) return failed(400, 'EntityTooLarge');
  Object.assign(file, { status: 'processing', size: body.length, readsLeft: state.armed.processingReads });
  return { status: 200, body: '' };
}

function showFile(state: State, { params }: Call, { account: person }: Token): Answer {
  const file = state.files.get(params[0] ?? '');
  if (!file || file.owner !== person) throw missing('File');
  if (file.status === 'processing' && file.readsLeft-- <= 0) {
    file.status = state.armed.failProcessing ? 'failed' : 'ready';
  }
  return ok(fileOf(file));
}

function createPost(state: State, call: Call, { account: person }: Token): Answer {
  const body = readJson(call, {
    'experience_id!': 'string',
    company_id: 'string',
    content: 'string',
    title: 'string',
    attachments: 'array',
    parent_id: 'string',
    visibility: 'string',
  });
  const forum = forumOf(state, body);
  const parent = body.parent_id ? state.posts.find(({ id }) => id === body.parent_id) : null;
  if (parent === undefined || (parent && parent.forum !== forum)) throw missing('Parent post');
  const attachments = ((body.attachments ?? []) as { id?: unknown }[]).map(({ id, ...extra }) => {
    const file = state.files.get(String(id));
    if (!file || file.owner !== person || Object.keys(extra).length) throw missing('Attachment');
    if (file.status !== 'ready') throw invalid('The attachment is not ready');
    return file;
  });
  const content = String(body.content ?? '');
  if (!content.trim() && !attachments.length) {
    throw refusal(422, 'unprocessable_entity', 'Content is required');
  }
  const key = call.headers['idempotency-key'];
  if (key !== undefined && Buffer.byteLength(String(key)) > 255) throw invalid('Idempotency-Key is too long');
  const post: MadePost = {
    id: newId('post'),
    author: person,
    forum,
    title: body.title ? String(body.title) : null,
    content,
    attachments,
    parent,
    key: key === undefined ? null : String(key),
    at: state.now(),
    pinned: false,
  };
  state.posts.push(post);
  return ok(postOf(state, post));
}

function forumOf(
  state: State,
  { experience_id: experience, company_id: company }: Record<string, unknown>,
): Forum {
  if (experience !== 'public') {
    const forum = state.forums.find((one) => one.experience === experience);
    if (!forum) throw missing('Experience');
    return forum;
  }
  if (!company) throw invalid('company_id is required when experience_id is public');
  const forum = state.forums.find((one) => one.isPublic && one.company.id === company);
  if (!forum) throw missing('Company');
  return forum;
}

/** As lists show it: the text in Whop's own Markdown. */
const postOf = (state: State, post: MadePost): Record<string, unknown> => ({
  id: post.id,
  title: post.title,
  content: post.content && post.content.replaceAll('**', '__').replaceAll(/\n{2,}/g, '\n\n'),
  attachments: post.attachments.map(({ id, filename }) => ({
    id: Buffer.from(id).toString('base64'),
    content_type: null,
    filename,
    url: `https://media.whop.com/${id}`,
  })),
  created_at: post.at.toISOString(),
  updated_at: post.at.toISOString(),
  is_edited: false,
  is_pinned: post.pinned,
  is_poster_admin: post.forum.company.owner === post.author,
  parent_id: post.parent?.id ?? null,
  user: userOf(post.author),
  view_count: 9,
  like_count: post.parent ? null : 4,
  comment_count: state.posts.filter(({ parent }) => parent === post).length,
});

function listPosts(state: State, { query }: Call): Answer {
  const experience = query.get('experience_id');
  const forum = state.forums.find((one) => one.experience === experience);
  if (!forum) throw missing('Experience');
  const parent = query.get('parent_id');
  const found = state.posts.filter((post) => post.forum === forum && (post.parent?.id ?? null) === parent);
  const ordered = state.armed.oldestFirst ? found : found.toReversed();
  const pinnedFirst = ordered.toSorted((a, b) => Number(b.pinned) - Number(a.pinned));
  return paged(
    pinnedFirst.map((post) => postOf(state, post)),
    query,
  );
}

function showPost(state: State, { params }: Call): Answer {
  const post = state.posts.find(({ id }) => id === params[0]);
  if (!post) throw missing('Forum post');
  return ok(postOf(state, post));
}

const PAGE = ['first', 'after', 'last', 'before'];

export const apiRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/companies$/,
    scope: 'company:basic:read',
    query: [...PAGE, 'parent_company_id'],
    handle: companies,
  },
  {
    method: 'GET',
    path: /^\/forums$/,
    scope: 'forum:read',
    query: [...PAGE, 'company_id', 'product_id'],
    handle: forums,
  },
  { method: 'POST', path: /^\/files$/, scope: null, handle: createFile },
  { method: 'GET', path: /^\/files\/(\w+)$/, scope: null, handle: showFile },
  { method: 'POST', path: /^\/forum_posts$/, scope: 'forum:post:create', handle: createPost },
  {
    method: 'GET',
    path: /^\/forum_posts$/,
    scope: 'forum:read',
    query: [...PAGE, 'experience_id', 'parent_id', 'pinned', 'include_bounty_anchors'],
    handle: listPosts,
  },
  { method: 'GET', path: /^\/forum_posts\/(\w+)$/, scope: 'forum:read', handle: showPost },
];
