/** Files, posts, comments and their deletion, as the web app calls them. */
import { randomBytes } from 'node:crypto';
import { assertFields, ok, readJson, Refusal, type Answer, type Call } from './call.ts';
import type { Group, Post, State } from './state.ts';

export const newId = (): string => randomBytes(16).toString('hex');

const FILE = [
  'file_name',
  'content_type',
  'content_length',
  'content_disposition',
  'ref',
  'owner_id',
  'large_thumbnail',
];

export function registerFile(state: State, call: Call): Answer {
  const fields = readJson(call);
  assertFields(fields, FILE);
  if (fields.owner_id !== call.person.id) throw new Refusal(403, 'forbidden');
  const id = newId();
  const type = String(fields.content_type);
  const file = { id, owner: call.person, type, length: Number(fields.content_length), stored: false };
  state.files.set(id, file);
  return ok({
    file: { id },
    write_url: `${state.url}/storage/${id}`,
    acl: 'public-read',
    content_type: type,
  });
}

/** The storage, which knows no cookies: the URL is the permission. */
export function store(
  state: State,
  { path, headers, body }: Pick<Call, 'path' | 'headers' | 'body'>,
): Answer {
  const file = state.files.get(path.split('/').at(-1) ?? '');
  const fits =
    file &&
    headers['content-type'] === file.type &&
    headers['x-amz-acl'] === 'public-read' &&
    !headers.cookie;
  if (!fits || body.length !== file.length || state.armed.storageFails) {
    throw new Refusal(403, '<Error><Code>AccessDenied</Code></Error>');
  }
  file.stored = true;
  return { status: 200, body: null };
}

export function createPost(state: State, call: Call): Answer {
  const fields = readJson(call);
  assertFields(fields, ['post_type', 'group_id', 'root_id', 'parent_id', 'metadata']);
  const metadata = fields.metadata as Record<string, unknown>;
  assertFields(
    metadata,
    ['title', 'content', 'attachments', 'labels', 'action', 'video_ids'],
    ['title', 'content', 'action'],
  );
  const group = state.groups.find(({ id }) => id === fields.group_id);
  if (!group) throw new Refusal(404, 'group not found');
  if (!group.members.has(call.person.id)) throw new Refusal(403, 'forbidden');
  const isComment = fields.post_type === 'comment';
  const root = isComment ? commentedOn(state, fields, group) : null;
  if (isComment === call.query.has('follow')) throw new Refusal(400, 'bad request');
  if (!isComment && !metadata.title) {
    throw new Refusal(422, { fields: [{ user: 'title', error: 'title is required' }] });
  }
  const files = String(metadata.attachments ?? '')
    .split(',')
    .filter(Boolean);
  if (files.some((id) => !state.files.get(id)?.stored)) throw new Refusal(400, 'invalid file IDs');
  const made: Post = {
    id: newId(),
    author: call.person,
    group: group.id,
    root,
    parent: isComment ? String(fields.parent_id) : null,
    title: String(metadata.title),
    content: String(metadata.content),
    label: isComment ? null : labelOf(group, metadata.labels),
    files,
    deleted: false,
  };
  state.posts.push(made);
  return ok({
    id: made.id,
    name: isComment ? '' : `${made.title.toLowerCase().replaceAll(/\W+/g, '-')}-${made.id.slice(0, 8)}`,
  });
}

function commentedOn(state: State, fields: Record<string, unknown>, group: Group): string {
  const live = (id: unknown): Post | undefined =>
    state.posts.find((post) => post.id === id && post.group === group.id && !post.deleted);
  const root = live(fields.root_id);
  if (!root || root.root !== null || !live(fields.parent_id)) throw new Refusal(404, 'post not found');
  return root.id;
}

function labelOf({ labels }: Group, labelId: unknown): string | null {
  if (labelId === undefined) {
    if (labels.length) throw new Refusal(422, { fields: [{ user: 'labels', error: 'select a category' }] });
    return null;
  }
  const label = labels.find(({ id }) => id === labelId);
  if (!label) throw new Refusal(400, 'invalid label');
  if (label.forAdmins) throw new Refusal(403, 'cannot post to this label');
  return label.id;
}

/** Deletes a post. For another person's, Skool answers as to one who is signed out. */
export function deletePost(state: State, call: Call, id: string): Answer {
  const post = state.posts.find((one) => one.id === id && !one.deleted);
  if (!post) throw new Refusal(404, 'post not found');
  if (post.author !== call.person) throw new Refusal(401, 'unauthorized');
  post.deleted = true;
  return { status: 204, body: null };
}
