/** Posts and comments (learn.microsoft.com/linkedin: Posts API, Comments API). */
import {
  fieldsOf,
  invalid,
  ok,
  readBody,
  readQuery,
  refusal,
  textOf,
  type Answer,
  type Call,
  type Route,
} from './call.ts';
import { mayRead, mayWrite } from './may.ts';
import { useMedia } from './media.ts';
import { newId, type Entry, type Poll, type State, type Token } from './state.ts';

const MAX_TEXT = 3000;
/** LinkedIn's page names no limit; its own page and other clients of the API take 1,250. */
const MAX_COMMENT = 1250;
/** What is left of a text once its escapes, mentions and hashtags are taken away holds nothing reserved. */
const ELEMENTS =
  /\\[|{}@[\]()<>#\\*_~]|@\[(?:\\.|[^\]\\])+\]\(urn:li:(?:organization|person):[\w-]+\)|#(?=[\p{L}\p{N}])/gu;
const RESERVED = /[|{}@[\]()<>#\\*_~]/;

const DISTRIBUTION = ['feedDistribution', 'targetEntities', 'thirdPartyDistributionChannels'];

function create(state: State, call: Call, token: Token): Answer {
  const body = readBody(
    call,
    ['author', 'commentary', 'visibility', 'distribution', 'lifecycleState'],
    ['content', 'isReshareDisabledByAuthor'],
  );
  const author = mayWrite(state, token, body.author);
  const { feedDistribution } = fieldsOf(body.distribution, '/distribution', {
    fields: ['feedDistribution'],
    optional: DISTRIBUTION,
  });
  if (feedDistribution !== 'MAIN_FEED') throw invalid('/distribution/feedDistribution', 'is not known');
  if (body.visibility !== 'PUBLIC') throw invalid('/visibility', 'is not known');
  if (body.lifecycleState !== 'PUBLISHED') throw invalid('/lifecycleState', 'only PUBLISHED is allowed');
  const text = readText(body.commentary);
  const content = readContent(state, body.content, author);
  if (!text && !content.media.length && !content.article) throw invalid('/commentary', 'the post is empty');
  refuseAnother(state, { author, text, media: content.media });
  const kind = content.media.length ? 'ugcPost' : 'share';
  const entry = keep(state, { id: `urn:li:${kind}:${newId(state)}`, author, text, post: null, ...content });
  return { status: 201, body: null, headers: { 'x-restli-id': entry.id } };
}

/** LinkedIn drops what follows a reserved character; here it is refused. */
function readText(value: unknown): string {
  if (typeof value !== 'string') throw invalid('/commentary', 'is not a string');
  if (RESERVED.test(value.replaceAll(ELEMENTS, ''))) {
    throw invalid('/commentary', 'a reserved character is not escaped');
  }
  if (value.replaceAll(/\\(.)/g, '$1').length > MAX_TEXT) {
    throw invalid('/commentary', `length must be at most ${MAX_TEXT}`);
  }
  return value;
}

function readContent(
  state: State,
  value: unknown,
  author: string,
): Pick<Entry, 'media' | 'altTexts' | 'article' | 'poll'> {
  if (value === undefined) return { media: [], altTexts: [] };
  const { media, multiImage, article, poll } = fieldsOf(value, '/content', {
    fields: [],
    optional: ['media', 'multiImage', 'article', 'poll'],
  });
  if ([media, multiImage, article, poll].filter((one) => one !== undefined).length !== 1) {
    throw invalid('/content', 'is a union of one');
  }
  if (article) return { media: [], altTexts: [], article: readArticle(state, article, author) };
  if (poll) return { media: [], altTexts: [], poll: readPoll(poll) };
  const one = (at: string) => (file: unknown) =>
    fieldsOf(file, at, { fields: ['id'], optional: ['altText', 'title'] });
  const files = multiImage
    ? (fieldsOf(multiImage, '/content/multiImage', { fields: ['images'] }).images as unknown[])
    : [media];
  if (multiImage && (files.length < 2 || files.length > 20)) {
    throw invalid('/content/multiImage/images', 'must have 2 to 20 images');
  }
  const known = files.map(one('/content'));
  for (const { id, title } of known) {
    if (!String(id).startsWith('urn:li:document:')) continue;
    if (multiImage) throw invalid('/content/multiImage/images', 'must be images');
    if (typeof title !== 'string' || !title) throw invalid('/content/media/title', 'a document needs one');
  }
  return {
    media: known.map(({ id }) => useMedia(state, id, author)),
    altTexts: known.map(({ altText = '' }) => String(altText)),
  };
}

const DURATIONS = ['ONE_DAY', 'THREE_DAYS', 'SEVEN_DAYS', 'FOURTEEN_DAYS'];

/** learn.microsoft.com/linkedin, "Poll API": 2 to 4 options of 30 characters, a question of 140. */
function readPoll(value: unknown): Poll {
  const { question, options, settings } = fieldsOf(value, '/content/poll', {
    fields: ['question', 'options', 'settings'],
  });
  const { duration } = fieldsOf(settings, '/content/poll/settings', { fields: ['duration'] });
  if (typeof question !== 'string' || !question.trim() || question.length > 140) {
    throw invalid('/content/poll/question', 'length must be between 1 and 140');
  }
  if (!Array.isArray(options) || options.length < 2 || options.length > 4) {
    throw invalid('/content/poll/options', 'must have 2 to 4 options');
  }
  const read = options.map((option: unknown) =>
    fieldsOf(option, '/content/poll/options', { fields: ['text'] }),
  );
  if (read.some(({ text }) => typeof text !== 'string' || !text.trim() || text.length > 30)) {
    throw invalid('/content/poll/options', 'length must be between 1 and 30');
  }
  if (!DURATIONS.includes(String(duration))) throw invalid('/content/poll/settings/duration', 'is not known');
  return {
    question,
    options: read.map(({ text }) => ({ text: String(text) })),
    settings: { duration: String(duration) },
  };
}

/**
 * Article Post API: LinkedIn reads no page, so the author sets title, description and thumbnail. Its document
 * names no lengths.
 */
function readArticle(state: State, value: unknown, author: string): NonNullable<Entry['article']> {
  const at = '/content/article';
  const { source, title, description, thumbnail } = fieldsOf(value, at, {
    fields: ['source', 'title'],
    optional: ['description', 'thumbnail'],
  });
  if (!/^https?:\/\//.test(String(source))) throw invalid(`${at}/source`, 'is no URL');
  if (typeof title !== 'string' || !title) throw invalid(`${at}/title`, 'is empty');
  if (description !== undefined && typeof description !== 'string') {
    throw invalid(`${at}/description`, 'is not a string');
  }
  if (thumbnail !== undefined && !String(thumbnail).startsWith('urn:li:image:')) {
    throw invalid(`${at}/thumbnail`, 'is not the URN of an image');
  }
  return {
    source: String(source),
    title,
    ...(description ? { description } : {}),
    ...(thumbnail === undefined ? {} : { thumbnail: useMedia(state, thumbnail, author) }),
  };
}

/** The day's posts are counted, and the same content is not taken twice. */
function refuseAnother(
  state: State,
  { author, text, media }: Pick<Entry, 'author' | 'text' | 'media'>,
): void {
  const own = state.ledger.filter((entry) => entry.author === author && !entry.post);
  const today = Math.floor(state.now().getTime() / 86_400_000);
  if (own.filter(({ at }) => Math.floor(at / 86_400_000) === today).length >= state.limits.postsPerDay) {
    throw refusal(
      429,
      'Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.',
      { code: 'TOO_MANY_REQUESTS', serviceErrorCode: 101 },
    );
  }
  const same = own.find(
    (entry) => !entry.deleted && !media.length && !entry.media.length && entry.text === text,
  );
  if (!same || !state.refusesDuplicates) return;
  throw refusal(422, `Content is a duplicate of ${same.id}`, {
    errorDetails: { inputErrors: [{ description: 'Duplicate post is detected', code: 'DUPLICATE_POST' }] },
  });
}

function keep(state: State, entry: Omit<Entry, 'at' | 'deleted'>): Entry {
  const kept = { ...entry, at: state.now().getTime(), deleted: false };
  state.ledger.push(kept);
  return kept;
}

function list(state: State, call: Call, token: Token): Answer {
  const query = readQuery(call, ['q', 'author', 'count', 'start', 'sortBy']);
  if (query.q !== 'author' || (query.sortBy ?? 'CREATED') !== 'CREATED') throw refusal(400, 'Unknown finder');
  const author = textOf(query.author, 'author');
  mayRead(state, token, author);
  const count = Math.min(Number(query.count ?? 10), 100);
  const start = Number(query.start ?? 0);
  const elements = state.ledger
    .filter((entry) => entry.author === author && !entry.post && !entry.deleted)
    .toReversed()
    .slice(start, start + count)
    .map(({ id, text, media, article, poll, at }) => ({
      id,
      author,
      commentary: text,
      createdAt: at,
      lifecycleState: 'PUBLISHED',
      visibility: 'PUBLIC',
      ...(poll ? { content: { poll } } : {}),
      ...(media.length === 1 ? { content: { media: { id: media[0] } } } : {}),
      ...(article ? { content: { article } } : {}),
      ...(media.length > 1 ? { content: { multiImage: { images: media.map((one) => ({ id: one })) } } } : {}),
    }));
  return ok({ paging: { start, count, links: [] }, elements });
}

/** The same for a post that is gone already. */
function remove(state: State, { params: [urn = ''] }: Call, token: Token): Answer {
  const entry = state.ledger.find(({ id }) => id === urn);
  if (entry) {
    mayWrite(state, token, entry.author);
    entry.deleted = true;
  }
  return { status: 204, body: null };
}

function postOf(state: State, urn: string): Entry {
  const post = state.ledger.find(({ id, deleted }) => id === urn && !deleted);
  if (!post) throw refusal(404, `${urn} was not found`, { code: 'NOT_FOUND' });
  return post;
}

function comment(state: State, call: Call, token: Token): Answer {
  const post = postOf(state, call.params[0] ?? '');
  const { actor, object, message } = readBody(call, ['actor', 'object', 'message']);
  const author = mayWrite(state, token, actor, 'comments');
  if (object !== post.id) throw invalid('/object', 'is not the post of the address');
  const { text } = fieldsOf(message, '/message', { fields: ['text'], optional: ['attributes'] });
  if (typeof text !== 'string' || !text) throw invalid('/message/text', 'is empty');
  if (text.length > MAX_COMMENT) throw invalid('/message/text', `length must be at most ${MAX_COMMENT}`);
  const { id } = keep(state, { id: newId(state), author, text, media: [], altTexts: [], post: post.id });
  return {
    status: 201,
    body: { id, actor, object, message, commentUrn: `urn:li:comment:(${post.id},${id})` },
    headers: { 'x-restli-id': id },
  };
}

function comments(state: State, call: Call, token: Token): Answer {
  const post = postOf(state, call.params[0] ?? '');
  mayRead(state, token, post.author, 'comments');
  const query = readQuery(call, ['start', 'count']);
  const start = Number(query.start ?? 0);
  const elements = state.ledger
    .filter((entry) => entry.post === post.id && !entry.deleted)
    .toReversed()
    .slice(start, start + Number(query.count ?? 10))
    .map(({ id, author, text, at }) => ({
      id,
      actor: author,
      object: post.id,
      message: { text, attributes: [] },
      created: { actor: author, time: at },
    }));
  return ok({ paging: { start, count: elements.length, links: [] }, elements });
}

function removeComment(state: State, call: Call, token: Token): Answer {
  const [post = '', id = ''] = call.params;
  const entry = state.ledger.find((one) => one.id === id && one.post === post && !one.deleted);
  const actor = textOf(readQuery(call, ['actor']).actor, 'actor');
  mayWrite(state, token, actor, 'comments');
  if (!entry || entry.author !== actor) {
    throw refusal(404, 'The comment was not found', { code: 'NOT_FOUND' });
  }
  entry.deleted = true;
  return { status: 204, body: null };
}

const COMMENTS = /^\/rest\/socialActions\/([^/]+)\/comments$/;

export const postRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/rest\/posts$/, handle: create },
  { method: 'GET', path: /^\/rest\/posts$/, restli: 'FINDER', handle: list },
  { method: 'DELETE', path: /^\/rest\/posts\/([^/]+)$/, handle: remove },
  { method: 'POST', path: COMMENTS, handle: comment },
  { method: 'GET', path: COMMENTS, handle: comments },
  { method: 'DELETE', path: /^\/rest\/socialActions\/([^/]+)\/comments\/([^/]+)$/, handle: removeComment },
];
