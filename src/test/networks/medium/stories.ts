/** Publications, pictures and stories (github.com/Medium/medium-api-docs, sections 3.2 to 3.4). */
import { createHash, randomBytes } from 'node:crypto';
import { Response } from 'undici';
import { invalid, ok, refusal, type Answer, type Call, type Route } from './call.ts';
import type { Account, MadeStory, Publication, Role, State } from './state.ts';

const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: (value) => typeof value === 'string' && value !== '',
  contentFormat: (value) => value === 'html' || value === 'markdown',
  content: (value) => typeof value === 'string' && value !== '',
  tags: (value) => Array.isArray(value) && value.every((tag) => typeof tag === 'string' && tag),
  canonicalUrl: (value) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value),
  publishStatus: (value) => ['public', 'draft', 'unlisted'].includes(String(value)),
  license: (value) => LICENSES.has(String(value)),
  notifyFollowers: (value) => typeof value === 'boolean',
};
const REQUIRED = ['title', 'contentFormat', 'content'];
const LICENSES = new Set(
  'all-rights-reserved cc-40-by cc-40-by-sa cc-40-by-nd cc-40-by-nc cc-40-by-nc-nd cc-40-by-nc-sa cc-40-zero public-domain'.split(
    ' ',
  ),
);

interface Wanted {
  readonly title: string;
  readonly contentFormat: string;
  readonly content: string;
  readonly tags?: readonly string[];
  readonly canonicalUrl?: string;
  readonly publishStatus?: string;
  readonly license?: string;
}

function readStory({ headers, body }: Call): Wanted {
  if (!String(headers['content-type']).startsWith('application/json')) {
    throw invalid('The content type must be application/json.');
  }
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    throw invalid('The body is not JSON.');
  }
  for (const name of REQUIRED) if (!(name in fields)) throw invalid(`Missing required field: ${name}`);
  for (const [name, value] of Object.entries(fields)) {
    if (!FIELDS[name]?.(value)) throw invalid(`Invalid field: ${name}`);
  }
  return fields as unknown as Wanted;
}

/** "Only the first three will be used. Tags longer than 25 characters will be ignored." */
const usedTags = (tags: readonly string[] = []): string[] =>
  tags.slice(0, 3).filter((tag) => Array.from(tag).length <= 25);

const DAY_MS = 86_400_000;

function create(
  state: State,
  wanted: Wanted,
  { author, publication }: { author: Account; publication: Publication | null },
): Answer {
  const at = state.now().getTime();
  const today = state.stories.filter((story) => story.author === author && story.at > at - DAY_MS);
  if (today.length >= state.limits.stories) throw refusal(429, 4000, 'Too many requests.');
  // "Titles longer than 100 characters will be ignored": one is made from the content.
  const firstLine = (wanted.content.split('\n')[0] ?? '').replace(/^#+ /, '');
  const id = randomBytes(6).toString('hex');
  const story: MadeStory = {
    id,
    author,
    publication,
    title: Array.from(wanted.title).length > 100 ? firstLine.slice(0, 100) : wanted.title,
    contentFormat: wanted.contentFormat,
    content: wanted.content,
    tags: usedTags(wanted.tags),
    canonicalUrl: wanted.canonicalUrl ?? null,
    publishStatus: state.armed.status ?? wanted.publishStatus ?? 'public',
    license: wanted.license ?? 'all-rights-reserved',
    url: `https://medium.com/@${author.username}/${id}`,
    at,
  };
  state.stories.push(story);
  return ok(shown(story), 201);
}

const shown = (story: MadeStory): object => ({
  id: story.id,
  title: story.title,
  authorId: story.author.id,
  tags: story.tags,
  url: story.url,
  ...(story.canonicalUrl ? { canonicalUrl: story.canonicalUrl } : {}),
  publishStatus: story.publishStatus,
  ...(story.publishStatus === 'draft' ? {} : { publishedAt: story.at }),
  license: story.license,
  licenseUrl: 'https://medium.com/policy/9db0094a1e0f',
  ...(story.publication ? { publicationId: story.publication.id } : {}),
});

function onProfile(state: State, call: Call, author: Account): Answer {
  if (call.params[0] !== author.id) {
    throw refusal(403, 2004, 'User is not allowed to publish as this author.');
  }
  return create(state, readStory(call), { author, publication: null });
}

function inPublication(state: State, call: Call, author: Account): Answer {
  const publication = state.publications.get(call.params[0] ?? '');
  const role = publication?.members.get(author.id);
  if (!publication || !role || role === 'follower') {
    throw refusal(403, 2006, 'User is not allowed to publish in this publication.');
  }
  const wanted = readStory(call);
  if (role === 'writer' && wanted.publishStatus !== 'draft') {
    throw refusal(403, 2006, 'Writers may only create drafts in this publication.');
  }
  return create(state, wanted, { author, publication });
}

function publications(state: State, { params }: Call, account: Account): Answer {
  if (params[0] !== account.id) throw refusal(403, 2004, 'User may only list publications of their own.');
  const own = [...state.publications.values()].filter(({ members }) => members.has(account.id));
  return ok(
    own.map(({ id, name }) => ({
      id,
      name,
      description: '',
      url: `https://medium.com/${id}`,
      imageUrl: `https://cdn-images-1.medium.com/fit/c/200/200/${id}.png`,
    })),
  );
}

function contributors(state: State, { params }: Call): Answer {
  const publication = state.publications.get(params[0] ?? '');
  if (!publication) throw refusal(404, 404, 'Publication does not exist.');
  const roles = [...publication.members].filter(([, role]: [string, Role]) => role !== 'follower');
  return ok(roles.map(([userId, role]) => ({ publicationId: publication.id, userId, role })));
}

const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/tiff'];

/** "The field name must be `image`. Only one image may be sent per request." */
async function upload(state: State, { headers, body }: Call, owner: Account): Promise<Answer> {
  const type = String(headers['content-type']);
  if (!type.startsWith('multipart/form-data')) throw invalid('The content type must be multipart/form-data.');
  const parts = [...(await new Response(body, { headers: { 'content-type': type } }).formData())];
  const [name, file] = parts[0] ?? [];
  if (parts.length !== 1 || name !== 'image' || !(file instanceof Blob)) {
    throw invalid('One image is required, in the field image.');
  }
  if (!TYPES.includes(file.type)) throw invalid(`Unsupported image type: ${file.type}`);
  const bytes = Buffer.from(await file.arrayBuffer());
  const md5 = createHash('md5').update(bytes).digest('base64url');
  const fileName = (file as File).name;
  const url = `https://images.medium.com/0*${md5}.${fileName.split('.').at(-1)}`;
  state.images.push({ url, md5, type: file.type, fileName, owner });
  return ok({ url, md5 }, 201);
}

const me = (_state: State, _call: Call, { id, username, name }: Account): Answer =>
  ok({
    id,
    username,
    name,
    url: `https://medium.com/@${username}`,
    imageUrl: `https://images.medium.com/0*${id.slice(0, 16)}.png`,
  });

export const routes: readonly Route[] = [
  { method: 'GET', path: /^\/v1\/me$/, handle: me },
  { method: 'GET', path: /^\/v1\/users\/(\w+)\/publications$/, handle: publications },
  { method: 'GET', path: /^\/v1\/publications\/(\w+)\/contributors$/, handle: contributors },
  { method: 'POST', path: /^\/v1\/users\/(\w+)\/posts$/, handle: onProfile },
  { method: 'POST', path: /^\/v1\/publications\/(\w+)\/posts$/, handle: inPublication },
  { method: 'POST', path: /^\/v1\/images$/, handle: upload },
];
