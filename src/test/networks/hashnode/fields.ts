/**
 * What Hashnode does with each query and mutation (github.com/Hashnode/gql-skill, "Queries", "Mutations").
 */
import { randomBytes } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { Content, Draft, Post, Publication, Role, State, Tag, User } from './state.ts';

const MAX_IMAGE_BYTES = 8 * 1024 ** 2;
const MAX_TAGS = 15;
const CDN = 'https://cdn.hashnode.com';

/** An error with one of Hashnode's codes. */
const refuse = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });
const missing = (what: string): GraphQLError => refuse('NOT_FOUND', `${what} not found`);

export const objectId = (): string => randomBytes(12).toString('hex');

/** Who asks; null without a valid token. */
export interface Asker {
  readonly state: State;
  readonly user: User | null;
}

function demandUser({ user }: Asker): User {
  if (!user?.active) throw refuse('UNAUTHENTICATED', 'You must be authenticated.');
  return user;
}

function demandPro(publication: Publication | undefined): Publication {
  if (!publication) throw missing('Publication');
  if (!publication.pro) {
    throw refuse(
      'FORBIDDEN',
      'Publication does not have an active Pro plan. Upgrade in your dashboard to access this via the API.',
    );
  }
  return publication;
}

function demandRole(publication: Publication, user: User): Role {
  const role = publication.roles.get(user.id);
  if (!role) throw refuse('FORBIDDEN', 'You are not a member of this publication.');
  return role;
}

const isWeb = (url: string): boolean => /^https?:\/\/[^\s/]+/.test(url);

interface DraftInput {
  readonly publicationId: string;
  readonly title?: string;
  readonly subtitle?: string;
  readonly contentMarkdown?: string;
  readonly tags?: readonly { readonly slug: string; readonly name?: string }[];
  readonly seriesId?: string;
  readonly originalArticleURL?: string;
  readonly coverImageOptions?: { readonly coverImageURL?: string };
}

/** Unknown tags are created. */
function tagOf(state: State, { slug, name = slug }: { slug: string; name?: string }): Tag {
  if (!/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u.test(slug)) {
    throw refuse('BAD_USER_INPUT', `Invalid tag slug: ${slug}`);
  }
  const known = state.tags.find((tag) => tag.slug === slug);
  if (known) return known;
  const made = { id: objectId(), name, slug };
  state.tags.push(made);
  return made;
}

function contentOf(state: State, input: DraftInput, { series }: Publication): Content {
  const { title = '', subtitle, contentMarkdown = '', tags = [], originalArticleURL: canonical } = input;
  if (input.seriesId && !series.some(({ id }) => id === input.seriesId)) throw missing('Series');
  const cover = input.coverImageOptions?.coverImageURL;
  if (tags.length > MAX_TAGS) throw refuse('BAD_USER_INPUT', `A post can have at most ${MAX_TAGS} tags.`);
  for (const url of [canonical, cover]) {
    if (url && !isWeb(url)) throw refuse('BAD_USER_INPUT', `Invalid URL: ${url}`);
  }
  return {
    title,
    subtitle: subtitle ?? null,
    markdown: contentMarkdown,
    cover: cover ?? null,
    canonicalUrl: canonical ?? null,
    seriesId: input.seriesId ?? null,
    tags: tags.map((tag) => tagOf(state, tag)),
  };
}

/** A draft that a person may see; for others there is none. */
function draftFor({ state }: Asker, user: User, id: string): Draft {
  const draft = state.drafts.find((one) => one.id === id && one.active);
  if (!draft || !draft.publication.roles.has(user.id)) throw missing('Draft');
  return draft;
}

function slugFor(state: State, publication: Publication, title: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const isTaken = state.posts.some(
    (post) => post.active && post.publication === publication && post.slug === slug,
  );
  return isTaken ? `${slug}-1-${randomBytes(2).toString('hex')}` : slug;
}

interface Input<T> {
  readonly input: T;
}

const mutations = {
  createDraft({ input }: Input<DraftInput>, asker: Asker) {
    const user = demandUser(asker);
    const publication = demandPro(asker.state.publications.find(({ id }) => id === input.publicationId));
    demandRole(publication, user);
    const content = contentOf(asker.state, input, publication);
    const draft: Draft = { id: objectId(), author: user, publication, content, active: true };
    asker.state.drafts.push(draft);
    return { draft: { id: draft.id, title: content.title } };
  },
  publishDraft({ input }: Input<{ draftId: string }>, asker: Asker) {
    const { state } = asker;
    const user = demandUser(asker);
    const draft = draftFor(asker, user, input.draftId);
    const { publication, content } = draft;
    demandPro(publication);
    if (demandRole(publication, user) === 'CONTRIBUTOR') {
      throw refuse('FORBIDDEN', 'Contributors cannot publish posts. Submit the draft for review.');
    }
    if (!content.title || !content.markdown) {
      throw refuse('BAD_USER_INPUT', 'A post needs a title and content.');
    }
    const post: Post = {
      id: objectId(),
      author: draft.author,
      publication,
      content,
      slug: slugFor(state, publication, content.title),
      publishedAt: state.now().getTime(),
      active: true,
      views: 0,
      reactions: 0,
      responses: 0,
      replies: 0,
    };
    state.posts.push(post);
    draft.active = false;
    return { post: shown(post, asker) };
  },
  deleteDraft({ input }: Input<{ draftId: string }>, asker: Asker) {
    const draft = draftFor(asker, demandUser(asker), input.draftId);
    demandPro(draft.publication);
    draft.active = false;
    return { draft: { id: draft.id, title: draft.content.title } };
  },
  removePost({ input }: Input<{ id: string }>, asker: Asker) {
    const user = demandUser(asker);
    const post = asker.state.posts.find(({ id, active }) => id === input.id && active);
    if (!post) throw missing('Post');
    demandPro(post.publication);
    if (post.author !== user && post.publication.roles.get(user.id) !== 'OWNER') {
      throw refuse('FORBIDDEN', 'Only the author or an admin can remove this post.');
    }
    post.active = false;
    return { post: shown(post, asker) };
  },
  createImageUploadURL({ input }: Input<{ contentType: string }>, asker: Asker) {
    const owner = demandUser(asker);
    const { contentType } = input;
    if (!contentType.startsWith('image/') || contentType.includes('svg')) {
      throw refuse('BAD_USER_INPUT', 'Only images are supported, and no SVG.');
    }
    const key = `res/hashnode/image/upload/${owner.id}/${objectId()}`;
    asker.state.pictures.set(key, { key, owner, contentType, bytes: null, confirmed: false });
    return {
      presignedPut: { url: `${asker.state.url}/bucket/${key}?signature=1`, cdnUrl: `${CDN}/${key}`, key },
    };
  },
  confirmImageUpload({ input }: Input<{ key: string }>, asker: Asker) {
    const user = demandUser(asker);
    const picture = asker.state.pictures.get(input.key);
    if (!picture?.bytes) throw missing('Image');
    if (picture.owner !== user) throw refuse('FORBIDDEN', 'This image belongs to another user.');
    if (picture.bytes.length > MAX_IMAGE_BYTES) {
      asker.state.pictures.delete(input.key);
      return { ok: false, cdnUrl: null };
    }
    picture.confirmed = true;
    return { ok: true, cdnUrl: `${CDN}/${input.key}` };
  },
};

const listed = (posts: readonly Post[], first: number, asker: Asker) => ({
  edges: posts
    .filter(({ active }) => active)
    .toReversed()
    .slice(0, Math.min(first, 100))
    .map((post) => ({ node: shown(post, asker), cursor: post.id })),
});

function shown(post: Post, { user }: Asker) {
  const { content, publication, author } = post;
  return {
    id: post.id,
    title: content.title,
    subtitle: content.subtitle,
    slug: post.slug,
    url: `https://${publication.host}/${post.slug}`,
    content: { markdown: content.markdown },
    coverImage: content.cover ? { url: content.cover } : null,
    tags: content.tags,
    canonicalUrl: content.canonicalUrl,
    publishedAt: new Date(post.publishedAt).toISOString(),
    views: author === user ? post.views : null,
    reactionCount: post.reactions,
    responseCount: post.responses,
    replyCount: post.replies,
  };
}

const shownPublication = (publication: Publication, asker: Asker) => {
  const posts = asker.state.posts.filter((post) => post.publication === publication);
  return {
    id: publication.id,
    title: publication.title,
    url: `https://${publication.host}`,
    post({ slug }: { slug: string }) {
      const found = posts.find((post) => post.active && post.slug === slug);
      return found ? shown(found, asker) : null;
    },
    posts: ({ first }: { first: number }) => listed(posts, first, asker),
    seriesList: ({ first }: { first: number }) => ({
      edges: publication.series.slice(0, first).map((node) => ({ node, cursor: node.id })),
    }),
  };
};

const person = ({ id, username, name }: User) => ({ id, username, name, profilePicture: null });

const queries = {
  me(_: unknown, asker: Asker) {
    const user = demandUser(asker);
    return {
      ...person(user),
      publications: ({ first }: { first: number }) => ({
        edges: asker.state.publications
          .filter(({ roles }) => roles.has(user.id))
          .slice(0, first)
          .map((publication) => ({ node: shownPublication(publication, asker), cursor: publication.id })),
      }),
    };
  },
  post({ id }: { id: string }, asker: Asker) {
    const found = asker.state.posts.find((post) => post.id === id);
    return found ? shown(found, asker) : null;
  },
  publication({ id, host }: { id?: string; host?: string }, asker: Asker) {
    const found = asker.state.publications.find((one) => one.id === id || one.host === host);
    return found ? shownPublication(demandPro(found), asker) : null;
  },
  user({ username }: { username: string }, asker: Asker) {
    const found = asker.state.users.find((user) => user.username === username);
    if (!found) return null;
    const posts = asker.state.posts.filter(({ author }) => author === found);
    return {
      ...person(found),
      followersCount: 12,
      posts: ({ first }: { first: number }) => listed(posts, first, asker),
    };
  },
  feed: ({ first }: { first: number }, asker: Asker) => listed(asker.state.posts, first, asker),
  draft({ id }: { id: string }, asker: Asker) {
    const draft = draftFor(asker, demandUser(asker), id);
    demandPro(draft.publication);
    return { id: draft.id, title: draft.content.title };
  },
};

/** The root of every answer; a field's function gets its arguments and who asks. */
export const root = { ...queries, ...mutations };
