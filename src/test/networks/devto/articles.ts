/** Articles as Forem keeps and shows them (github.com/forem/forem, `article.rb` and the views of its API). */
import { articleParam, invalid, notFound, paged, type Answer, type Call, type Route } from './call.ts';
import type { Article, Organization, State, User } from './state.ts';

/** What Rails permits (`article_params`); the rest is dropped without a word. */
const PERMITTED: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: (value) => typeof value === 'string',
  body_markdown: (value) => typeof value === 'string',
  published: (value) => typeof value === 'boolean',
  main_image: (value) => value === null || typeof value === 'string',
  canonical_url: (value) => value === null || typeof value === 'string',
  description: (value) => typeof value === 'string',
  series: (value) => value === null || typeof value === 'string',
  published_at: (value) => typeof value === 'string',
  organization_id: (value) => typeof value === 'number' || typeof value === 'string',
  tags: (value) => Array.isArray(value) && value.every((tag) => typeof tag === 'string'),
};

type Fields = Readonly<Record<string, unknown>>;

function permitted(state: State, call: Call): Fields {
  const entries = Object.entries(articleParam(call));
  const kept = entries.filter(([name, value]) => PERMITTED[name]?.(value));
  state.dropped.push(...entries.filter((one) => !kept.includes(one)).map(([name]) => name));
  return Object.fromEntries(kept);
}

/** An organisation that the author is not in is dropped, and the article appears in their own name. */
function organizationOf(state: State, user: User, id: unknown): Organization | null {
  const found = state.organizations.find((one) => one.id === Number(id));
  return found?.members.has(user.id) ? found : null;
}

function apply(state: State, article: Article, fields: Fields): void {
  const { title, body_markdown: body, main_image: image, canonical_url: canonical, tags } = fields;
  if (typeof title === 'string') article.title = title.replaceAll(/\s+/g, ' ').trim();
  if (typeof body === 'string') article.body = body;
  if (image !== undefined) article.mainImage = (image as string | null) || null;
  if (canonical !== undefined) article.canonicalUrl = (canonical as string | null) || null;
  if (typeof fields.description === 'string') article.description = fields.description;
  if (fields.series !== undefined) article.series = (fields.series as string | null) || null;
  if (Array.isArray(tags)) article.tags = (tags as string[]).map((tag) => tag.toLowerCase().trim());
  if (fields.organization_id !== undefined) {
    article.organization = organizationOf(state, article.author, fields.organization_id);
  }
  if (typeof fields.published === 'boolean') article.published = fields.published;
}

const isWeb = (url: string | null): boolean => url === null || /^https?:\/\/[^\s/]+/.test(url);

/** The problems of an article, in Forem's words. */
function problemsOf(state: State, article: Article, isNew: boolean): string[] {
  const { title, body, tags, canonicalUrl, mainImage, author } = article;
  const others = state.articles.filter((one) => one !== article);
  const isTaken = others.some((one) => one.published && one.canonicalUrl === canonicalUrl);
  const since = state.now().getTime() - 5 * 60_000;
  const isRecent = others.some(
    (one) => one.author === author && one.title === title && one.createdAt > since,
  );
  const checks: readonly (readonly [boolean, string])[] = [
    [!title, "Title can't be blank"],
    [Array.from(title).length > 128, 'Title is too long (maximum is 128 characters for full_post)'],
    [isNew && isRecent, 'Title has already been used in the last five minutes'],
    [Buffer.byteLength(body) > 800 * 1024, 'Body markdown is too long.'],
    [!isWeb(mainImage), 'Main image is not a valid URL'],
    [
      !isWeb(canonicalUrl) || /\/\/(localhost|127\.)/.test(canonicalUrl ?? ''),
      'Canonical url is not a valid URL',
    ],
    [
      article.published && canonicalUrl !== null && isTaken,
      'Canonical url has already been taken. Email yo@dev.to for further details.',
    ],
    [tags.length > 4, 'Tag list exceed the maximum of 4 tags'],
    ...tags.flatMap((tag): (readonly [boolean, string])[] => [
      [tag.length > 30, `Tag "${tag}" is too long (maximum is 30 characters)`],
      [
        !/^[\p{L}\p{M}\p{Nd}]+$/u.test(tag),
        `Tag "${tag}" contains non-alphanumeric or prohibited unicode characters`,
      ],
    ]),
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, text]) => text);
}

const slugOf = (title: string): string =>
  `${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}-${Math.random().toString(36).slice(2, 6)}`;

function settle(state: State, article: Article, was: Pick<Article, 'published'> | null): void {
  const now = state.now().getTime();
  if (was?.published && article.published) article.editedAt = now;
  if (!article.published && !article.slug) article.slug = `${slugOf(article.title)}-temp-slug-${article.id}`;
  if (article.published && (!article.slug || article.slug.includes('-temp-slug-'))) {
    article.slug = slugOf(article.title);
  }
  if (article.published && !was?.published) article.publications++;
  if (article.published) article.publishedAt ??= now;
  article.description ||= article.body.replaceAll(/\s+/g, ' ').slice(0, 100);
}

function create(state: State, call: Call, { user }: { user: User }): Answer {
  const article: Article = {
    id: 1000 + state.articles.length,
    author: user,
    createdAt: state.now().getTime(),
    title: '',
    body: '',
    published: false,
    publishedAt: null,
    editedAt: null,
    slug: '',
    mainImage: null,
    canonicalUrl: null,
    description: '',
    series: null,
    tags: [],
    organization: null,
    publications: 0,
    views: 0,
    reactions: 0,
    comments: 0,
  };
  apply(state, article, permitted(state, call));
  const problems = problemsOf(state, article, true);
  if (problems.length) throw invalid(problems);
  settle(state, article, null);
  state.articles.push(article);
  return { status: 201, body: shown(state, article), headers: { location: urlOf(state, article) } };
}

function update(
  state: State,
  call: Call,
  { user, params }: { user: User; params: readonly string[] },
): Answer {
  const fields = permitted(state, call);
  const article = state.articles.find((one) => one.id === Number(params[0]) && one.author === user);
  if (!article) throw notFound();
  const before = { ...article };
  apply(state, article, fields);
  const problems = problemsOf(state, article, false);
  if (problems.length) {
    Object.assign(article, before);
    throw invalid(problems);
  }
  settle(state, article, before);
  return { status: 200, body: shown(state, article) };
}

const pathOf = ({ organization, author, slug }: Article): string =>
  `/${organization?.username ?? author.username}/${slug}`;
const urlOf = (state: State, article: Article): string => `${state.url}${pathOf(article)}`;
const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** `_article.json`: what every view of an article has. */
function common(state: State, article: Article): Record<string, unknown> {
  const { author, organization } = article;
  return {
    type_of: 'article',
    id: article.id,
    title: article.title,
    description: article.description,
    slug: article.slug,
    path: pathOf(article),
    url: urlOf(state, article),
    comments_count: article.comments,
    public_reactions_count: article.reactions,
    positive_reactions_count: article.reactions,
    published_timestamp: article.published ? time(article.publishedAt) : '',
    published_at: time(article.publishedAt),
    cover_image: article.mainImage,
    canonical_url: article.canonicalUrl ?? urlOf(state, article),
    reading_time_minutes: 1,
    user: {
      name: author.name,
      username: author.username,
      twitter_username: null,
      github_username: null,
      user_id: author.id,
      website_url: null,
      profile_image: `${state.url}/uploads/user/${author.id}.png`,
      profile_image_90: `${state.url}/uploads/user/${author.id}-90.png`,
    },
    ...(organization
      ? {
          organization: {
            name: organization.name,
            username: organization.username,
            slug: organization.username,
            profile_image: `${state.url}/uploads/organization/${organization.id}.png`,
            profile_image_90: `${state.url}/uploads/organization/${organization.id}-90.png`,
          },
        }
      : {}),
  };
}

/** `show.json`, which a write answers too. */
const shown = (state: State, article: Article): Record<string, unknown> => ({
  ...common(state, article),
  readable_publish_date: article.publishedAt ? 'Nov 23' : null,
  collection_id: null,
  social_image: `${state.url}/social/${article.id}.png`,
  created_at: time(article.createdAt),
  edited_at: time(article.editedAt),
  crossposted_at: null,
  last_comment_at: time(article.createdAt),
  tag_list: article.tags.join(', '),
  tags: article.tags,
  body_html: `<p>${article.body}</p>\n\n`,
  body_markdown: article.body,
});

/** `me.json`: one's own articles. */
const listed = (state: State, article: Article): Record<string, unknown> => ({
  ...common(state, article),
  published: article.published,
  page_views_count: article.views,
  body_markdown: article.body,
  tag_list: article.tags,
});

/** Those without a time of publication first; then by it, and by the time of creation, newest first. */
function own(state: State, call: Call, { user, params }: { user: User; params: readonly string[] }): Answer {
  const [status = 'published'] = params;
  const order = ({ publishedAt }: Article): number => publishedAt ?? Number.MAX_SAFE_INTEGER;
  const mine = state.articles
    .filter(
      ({ author, published }) =>
        author === user && (status === 'all' || published === (status === 'published')),
    )
    .toSorted((a, b) => order(b) - order(a) || b.createdAt - a.createdAt || b.id - a.id);
  return { status: 200, body: paged(mine, call.query, 30).map((article) => listed(state, article)) };
}

function bySlug(state: State, _: Call, { params }: { params: readonly string[] }): Answer {
  const found = state.articles.find((one) => one.published && pathOf(one) === `/${params.join('/')}`);
  if (!found) throw notFound();
  return { status: 200, body: shown(state, found) };
}

export const articleRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/api\/articles$/, handle: create },
  { method: 'PUT', path: /^\/api\/articles\/(\d+)$/, handle: update },
  { method: 'GET', path: /^\/api\/articles\/me\/(all|published|unpublished)$/, handle: own },
  { method: 'GET', path: /^\/api\/articles\/([^/]+)\/([^/]+)$/, open: true, handle: bySlug },
];
