/** Articles (docs.x.com/x-api/articles): a draft is created, then published as a post. */
import {
  authorize,
  invalid,
  notFound,
  onlyKnown,
  plain,
  readJson,
  type Answer,
  type Call,
  type Route,
} from './call.ts';
import { findMedia, isUnfinished } from './media.ts';
import { addPost } from './posts.ts';
import type { Account, State } from './state.ts';

const BLOCKS = [
  'unstyled',
  'header-one',
  'header-two',
  'header-three',
  'unordered-list-item',
  'ordered-list-item',
  'blockquote',
  'atomic',
];

interface ContentState {
  readonly blocks?: readonly {
    readonly type?: string;
    readonly entity_ranges?: readonly { key: number }[];
  }[];
  readonly entities?: readonly {
    readonly key?: string;
    readonly value?: { readonly data?: { readonly media_items?: readonly { readonly media_id: string }[] } };
  }[];
}

function checkPicture(state: State, account: Account, id: unknown): void {
  const media = findMedia(state, account, String(id));
  if (!media || isUnfinished(media) || media.category === 'tweet_video') {
    throw plain(400, 'The media is invalid or not owned by the user.');
  }
}

function createDraft(state: State, call: Call): Answer {
  const { account } = authorize(state, call, 'tweet.write');
  const {
    title,
    content_state: content,
    cover_media: cover,
  } = readJson(call, ['title', 'content_state', 'cover_media']);
  if (typeof title !== 'string' || !title) throw invalid('title', title, 'title is required');
  onlyKnown((content ?? {}) as object, ['blocks', 'entities']);
  const { blocks, entities } = (content ?? {}) as ContentState;
  if (!Array.isArray(blocks) || !Array.isArray(entities)) {
    throw invalid('content_state', '', 'content_state must have blocks and entities');
  }
  for (const { type, entity_ranges: ranges } of blocks) {
    if (!BLOCKS.includes(String(type))) throw invalid('content_state.blocks.type', type, 'is not valid');
    if (ranges?.some((range: { key: number }) => !entities[range.key])) {
      throw invalid('content_state.entities', '', 'is missing an entity');
    }
  }
  for (const { value } of entities) {
    for (const { media_id: id } of value?.data?.media_items ?? []) checkPicture(state, account, id);
  }
  const coverId = cover === undefined ? null : String((cover as { media_id?: unknown }).media_id);
  if (coverId) checkPicture(state, account, coverId);
  const id = state.nextId();
  state.articles.set(id, {
    id,
    accountId: account.id,
    title,
    content: content as Record<string, unknown>,
    coverId,
    postId: null,
  });
  return { status: 201, body: { data: { id, title } } };
}

function publish(state: State, call: Call): Answer {
  const { account } = authorize(state, call, 'tweet.write');
  const id = call.params[0] ?? '';
  const article = state.articles.get(id);
  if (!article || article.accountId !== account.id) throw notFound('article', id);
  if (article.postId) throw plain(400, 'The article is already published.');
  const post = addPost(state, account, {
    text: '',
    media: [],
    inReplyTo: null,
    replySettings: null,
    communityId: null,
    madeWithAi: false,
    paidPartnership: false,
    articleId: id,
    quoted: null,
    poll: null,
    tagged: [],
  });
  article.postId = post.id;
  return { status: 200, body: { data: { post_id: post.id } } };
}

export const articleRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/2\/articles\/draft$/, handle: createDraft },
  { method: 'POST', path: /^\/2\/articles\/(\d+)\/publish$/, handle: publish },
];
