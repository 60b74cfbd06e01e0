/** Posts, notes and limits (github.com/tumblr/docs, api.md). */
import { Response } from 'undici';
import { exact, invalid, ok, refusal, type Answer, type Call, type Route } from './call.ts';
import { checkContent } from './npf.ts';
import { newId, type Account, type Blog, type MadePost, type Media, type State } from './state.ts';

const PARAMETERS = new Set(
  'content layout state publish_on date tags source_url send_to_twitter is_private slug interactability_reblog'.split(
    ' ',
  ),
);
const DAY_MS = 86_400_000;

/** "t:0aY0…", "staff" and "staff.tumblr.com" are one blog. */
function blogOf(state: State, { params }: Call): Blog {
  const identifier = params[0] ?? '';
  const blogs = [...state.accounts.values()].flatMap((account) => account.blogs);
  const found = blogs.find(
    ({ uuid, name, deleted }) => !deleted && [uuid, name, `${name}.tumblr.com`].includes(identifier),
  );
  if (!found) throw refusal(404, 0, 'The blog could not be found.');
  return found;
}

function ownBlog(state: State, call: Call, account: Account | null): Blog {
  const blog = blogOf(state, call);
  if (blog.owner !== account) throw refusal(403, 0, 'You do not have permission to post to this blog.');
  return blog;
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw invalid('The JSON could not be parsed.');
  }
};

/** A JSON body, or a form whose first part is named `json` and has no file name. */
async function readBody({
  headers,
  body,
}: Call): Promise<{ fields: Record<string, unknown>; files: Media[] }> {
  const type = String(headers['content-type']);
  if (type.startsWith('application/json')) return { fields: parse(body.toString()), files: [] };
  if (!type.startsWith('multipart/form-data')) throw refusal(400, 0, 'Unsupported content type.');
  const parts = [...(await new Response(body, { headers: { 'content-type': type } }).formData())];
  const json = parts.find(([name]) => name === 'json')?.[1];
  if (typeof json !== 'string') throw invalid("The part 'json' is missing.");
  const files = parts.flatMap(([identifier, file]): Media[] =>
    typeof file === 'string'
      ? []
      : [{ identifier, type: file.type, fileName: (file as File).name, bytes: file.size }],
  );
  return { fields: parse(json), files };
}

async function create(state: State, call: Call, account: Account | null): Promise<Answer> {
  const blog = ownBlog(state, call, account);
  const { fields, files } = await readBody(call);
  const unknown = Object.keys(fields).filter((name) => !PARAMETERS.has(name));
  if (unknown.length) throw invalid(`Unknown parameters: ${unknown.join(', ')}`);
  checkContent(fields.content, files);
  const { state: wanted = 'published', tags, source_url: source } = fields;
  if (!['published', 'queue', 'draft', 'private'].includes(String(wanted))) {
    throw invalid("'state' is unknown");
  }
  if (tags !== undefined && typeof tags !== 'string') throw invalid("'tags' must be a string");
  if (source !== undefined && !URL.canParse(String(source))) throw invalid("'source_url' must be a URL");
  const hasVideo = files.some(({ type }) => type.startsWith('video/'));
  checkDay(state, blog.owner, files);
  if (hasVideo && postsOf(state, blog.owner).some((post) => post.state === 'transcoding')) {
    throw refusal(403, 8010, 'You cannot upload another video yet.');
  }
  const post: MadePost = {
    id: newId(state),
    genesis: null,
    blog,
    content: fields.content,
    tags: String(tags ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    sourceUrl: source === undefined ? null : String(source),
    media: files,
    state: hasVideo ? 'transcoding' : String(wanted),
    readsLeft: hasVideo ? state.armed.transcodingReads : 0,
    at: state.now().getTime(),
    pinned: false,
    deleted: false,
  };
  state.posts.push(post);
  const message = hasVideo
    ? 'Your video is still processing, please wait a few minutes for it to appear.'
    : `Posted to ${blog.name}`;
  return ok({ id: post.id, id_string: post.id, state: post.state, display_text: message }, 201);
}

const postsOf = ({ posts }: State, owner: Account): MadePost[] =>
  posts.filter(({ blog, deleted }) => blog.owner === owner && !deleted);

function usedToday(state: State, owner: Account): { posts: number; photos: number; videos: number } {
  const today = state.posts.filter(
    ({ blog, at }) => blog.owner === owner && at > state.now().getTime() - DAY_MS,
  );
  const files = today.flatMap(({ media }) => media);
  const count = (kind: string): number => files.filter(({ type }) => type.startsWith(kind)).length;
  return { posts: today.length, photos: count('image/'), videos: count('video/') };
}

function checkDay(state: State, owner: Account, files: readonly Media[]): void {
  const used = usedToday(state, owner);
  const count = (kind: string): number => files.filter(({ type }) => type.startsWith(kind)).length;
  const message = 'You have hit a posting or media upload limit for the day.';
  if (used.posts >= state.limits.posts) throw refusal(403, 8023, message);
  if (used.photos + count('image/') > state.limits.photos) throw refusal(403, 8004, message);
  if (used.videos + count('video/') > state.limits.videos) throw refusal(403, 8011, message);
}

/** A processed video is another post: it has another id. */
function advance(state: State, post: MadePost): void {
  if (post.state !== 'transcoding' || post.readsLeft-- > 0) return;
  post.genesis = post.id;
  post.id = newId(state);
  post.state = 'published';
}

const shown = (post: MadePost): object => ({
  object_type: 'post',
  type: 'blocks',
  id: exact(post.id),
  id_string: post.id,
  ...(post.genesis ? { genesis_post_id: post.genesis } : {}),
  blog_name: post.blog.name,
  post_url: `https://www.tumblr.com/${post.blog.name}/${post.id}/a-slug`,
  timestamp: Math.floor(post.at / 1000),
  state: post.state,
  tags: post.tags,
  ...(post.sourceUrl ? { source_url: post.sourceUrl } : {}),
  ...(post.pinned ? { is_pinned: true } : {}),
  is_blocks_post_format: true,
  content: post.content,
  layout: [],
  trail: [],
  note_count: 0,
});

function list(state: State, call: Call): Answer {
  const blog = blogOf(state, call);
  if (call.query.get('npf') !== 'true') throw refusal(400, 0, 'This stand-in has posts in NPF only.');
  const own = state.posts.filter((post) => post.blog === blog && !post.deleted);
  for (const post of own) advance(state, post);
  const limit = Number(call.query.get('limit') ?? 20);
  const offset = Number(call.query.get('offset') ?? 0);
  if (!(limit >= 1 && limit <= 20) || !Number.isInteger(offset)) throw refusal(400, 0, 'limit is 1 to 20');
  const published = own.filter((post) => post.state === 'published').toReversed();
  const sorted = [...published.filter(({ pinned }) => pinned), ...published.filter(({ pinned }) => !pinned)];
  const wanted = call.query.get('id');
  const found = wanted ? sorted.filter(({ id }) => id === wanted) : sorted;
  if (wanted && !found.length) throw refusal(404, 0, 'The post could not be found.');
  return ok({
    blog: { name: blog.name, title: blog.title, uuid: blog.uuid, posts: published.length },
    posts: found.slice(offset, offset + limit).map(shown),
    total_posts: found.length,
  });
}

function remove(state: State, call: Call, account: Account | null): Answer {
  const blog = ownBlog(state, call, account);
  const isJson = String(call.headers['content-type']).startsWith('application/json');
  const id = isJson ? parse(call.body.toString()).id : new URLSearchParams(call.body.toString()).get('id');
  const post = state.posts.find((one) => one.blog === blog && one.id === String(id) && !one.deleted);
  if (!post) throw refusal(404, 0, 'The post could not be found.');
  post.deleted = true;
  return ok({ id: exact(post.id), id_string: post.id });
}

function notes(state: State, call: Call): Answer {
  const blog = blogOf(state, call);
  const id = call.query.get('id');
  if (!state.posts.some((post) => post.blog === blog && post.id === id && !post.deleted)) {
    throw refusal(404, 0, 'The post could not be found.');
  }
  const totals = call.query.get('mode') === 'conversation' ? { total_likes: 2, total_reblogs: 1 } : {};
  return ok({ notes: [], ...totals, total_notes: 3 });
}

const info = (state: State, _call: Call, account: Account | null): Answer =>
  ok({
    user: {
      following: 0,
      default_post_format: 'html',
      name: account?.name,
      likes: 0,
      blogs: account?.blogs
        .filter(({ deleted }) => !deleted)
        .map(({ name, title, uuid, followers }, n) => ({
          name,
          title,
          uuid,
          url: `https://${name}.tumblr.com/`,
          primary: n === 0,
          followers,
          type: 'public',
          // No browser of a test can load a picture of Tumblr's.
          ...(state.showsAvatars ? { avatar: [] } : {}),
        })),
    },
  });

/** The names of limits beside `blogs` and `follows` are those that users of the API report. */
function limits(state: State, _call: Call, account: Account | null): Answer {
  if (!account) throw refusal(401, 0, 'Unauthorized');
  const used = usedToday(state, account);
  const reset = Math.floor(state.now().getTime() / 1000) + 3 * 3600;
  const left = (name: 'posts' | 'photos' | 'videos'): object => ({
    description: `the number of ${name} you can make per day`,
    limit: state.limits[name],
    remaining: Math.max(0, state.limits[name] - used[name]),
    reset_at: reset,
  });
  return ok({ user: { posts: left('posts'), photos: left('photos'), videos: left('videos') } });
}

const LIST = ['npf', 'limit', 'offset', 'id', 'tag', 'before', 'after', 'sort', 'notes_info', 'reblog_info'];

export const routes: readonly Route[] = [
  { method: 'GET', path: /^\/v2\/user\/info$/, handle: info },
  { method: 'GET', path: /^\/v2\/user\/limits$/, handle: limits },
  { method: 'POST', path: /^\/v2\/blog\/([^/]+)\/posts$/, handle: create },
  { method: 'GET', path: /^\/v2\/blog\/([^/]+)\/posts$/, query: LIST, withKey: true, handle: list },
  { method: 'POST', path: /^\/v2\/blog\/([^/]+)\/post\/delete$/, handle: remove },
  {
    method: 'GET',
    path: /^\/v2\/blog\/([^/]+)\/notes$/,
    query: ['id', 'mode', 'before_timestamp'],
    withKey: true,
    handle: notes,
  },
];
