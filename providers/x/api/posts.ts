/**
 * Reads posts in either vocabulary of the API. X renames tweets to posts: its OpenAPI document (v2.167) has
 * the new names alone (`post.fields`, `referenced_posts`, `note_post`), its guides and most clients the older
 * ones (`tweet.fields`, `referenced_tweets`, `note_tweet`). A request is made in the new names, and once more
 * in the older ones where the server does not know those; an answer is read in both.
 */
import type { Channel, ProviderContext } from '../../_kit/contract.ts';
import { Rejected } from '../../_kit/errors.ts';
import { apiUrl, callForBody, type Body, type Post } from '../api.ts';

/** A post as it is answered. */
interface AnsweredPost extends Post {
  readonly note_tweet?: Post['note_post'];
  readonly referenced_tweets?: Post['referenced_posts'];
}

/** What is asked of posts, by its new name. `references`: what each replies to. */
export interface PostQuery {
  readonly fields: readonly string[];
  readonly references?: boolean;
  readonly query?: Readonly<Record<string, string>>;
}

const UNKNOWN_NAME = /\bpost\.fields\b|\bnote_post\b|\breferenced_posts\b/;
/** Servers that know the older names only, by the URL of their API. */
const older = new Set<string>();

/**
 * The answer to a call for a post, or for a list of them.
 *
 * @throws as callForBody
 */
export async function readPosts(
  channel: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  what: PostQuery,
): Promise<Body<Post[]>> {
  const read = async (query: URLSearchParams): Promise<Body<Post[]>> => {
    const { data, ...rest } = await callForBody<AnsweredPost | AnsweredPost[]>(
      channel,
      ctx,
      `${path}?${query}`,
    );
    return data === undefined ? rest : { ...rest, data: [data].flat().map(inNewNames) };
  };
  const server = apiUrl(ctx);
  if (!older.has(server)) {
    try {
      return await read(newQuery(what));
    } catch (error) {
      if (!(error instanceof Rejected && UNKNOWN_NAME.test(error.message))) throw error;
      older.add(server);
    }
  }
  return read(olderQuery(what));
}

const newQuery = ({ fields, references, query }: PostQuery): URLSearchParams =>
  new URLSearchParams({
    ...query,
    'post.fields': fields.join(','),
    ...(references ? { expansions: 'referenced_posts' } : {}),
  });

const olderQuery = ({ fields, references, query }: PostQuery): URLSearchParams => {
  const named = fields.map((field) => (field === 'note_post' ? 'note_tweet' : field));
  return new URLSearchParams({
    ...query,
    'tweet.fields': [...named, ...(references ? ['referenced_tweets'] : [])].join(','),
  });
};

const inNewNames = ({ note_tweet: note, referenced_tweets: references, ...post }: AnsweredPost): Post => ({
  ...(note ? { note_post: note } : {}),
  ...(references ? { referenced_posts: references } : {}),
  ...post,
});
