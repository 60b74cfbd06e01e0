/**
 * Whether v1 sent the posts that were due just before it was stopped, without noting it: they are looked
 * for in the lists that the networks give of the accounts. Nothing is sent, and no credentials are renewed.
 */
import type { RecentPost } from '../../../providers/_kit/contract.ts';
import { ProviderError } from '../../../providers/_kit/errors.ts';
import { hasSameWords } from '../../../providers/_kit/recent.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { readRecent } from '../read-recent.ts';
import type { Migration } from '../v1-source.ts';
import type { MigratedOrganization } from './organizations.ts';
import { doubtfulPosts, type Doubt, type DoubtfulPost } from './doubtful-posts.ts';

/** What a look found of one post: where it is, or why that cannot be said, as text for a person. */
export type Looked =
  | {
      readonly id: string;
      readonly found: { readonly id: string; readonly url: string; readonly at: string };
    }
  | { readonly id: string; readonly found: null; readonly words: string };

/** v1's clock, ours and the network's may differ by so much. */
const CLOCKS_MS = 2 * 60_000;
const AT_ONCE = 8;

/**
 * Looks for each doubtful post of the organisation. A post is found if exactly one entry of the account's
 * list has its words and came after its date, and no other post has it.
 */
export async function lookAtNetworks(
  migration: Pick<Migration, 'context'>,
  organization: Pick<MigratedOrganization, 'id'>,
  { doubt, signal }: { doubt: Doubt; signal?: AbortSignal | undefined },
): Promise<Looked[]> {
  const posts = await doubtfulPosts(migration.context.database, organization.id, doubt);
  const channels = [...Map.groupBy(posts, ({ channelId }) => channelId).values()];
  const looked: Looked[] = [];
  await inParallel(channels, AT_ONCE, async (some) => {
    signal?.throwIfAborted();
    looked.push(...(await lookAtChannel(migration, organization.id, some)));
  });
  return looked;
}

/** @param posts of one channel */
async function lookAtChannel(
  { context }: Pick<Migration, 'context'>,
  organizationId: string,
  posts: readonly DoubtfulPost[],
): Promise<Looked[]> {
  const [first] = posts;
  const all = (text: string): Looked[] => posts.map(({ id }) => ({ id, found: null, words: text }));
  const provider = context.providers.get(first?.provider ?? '');
  if (!first || !provider?.recent) return all('Its network has no list to look at.');
  if (!first.usable) return all('Its channel has to be connected again before the network can be asked.');
  try {
    const list = await readRecent(context, provider, { ...first.channel, organizationId });
    return posts.map((post) => find(post, posts, list));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return all(`${provider.name} could not be asked: ${error.message}`);
  }
}

function find(post: DoubtfulPost, others: readonly DoubtfulPost[], list: readonly RecentPost[]): Looked {
  const since = list.filter(
    ({ id, at }) => Date.parse(at ?? '') >= post.dueMs - CLOCKS_MS && !post.known.includes(id),
  );
  const same = since.filter(({ text = '' }) => isSame(post, text));
  const [only] = same;
  const twins = others.filter((other) => isSame(other, only?.text ?? ''));
  if (only?.at && same.length === 1 && twins.length === 1) {
    if (post.parts === 1) return { id: post.id, found: { id: only.id, url: only.url, at: only.at } };
    return {
      id: post.id,
      found: null,
      words: `Its first part is published (${only.url}); see whether the rest of the thread is.`,
    };
  }
  return { id: post.id, found: null, words: wordsFor(list, since) };
}

const isSame = ({ content, title }: DoubtfulPost, text: string): boolean =>
  [content, title, `${title}\n${content}`].some((ours) => hasSameWords(ours, text));

const MAX_NAMED = 3;

function wordsFor(list: readonly RecentPost[], since: readonly RecentPost[]): string {
  if (list.some(({ at }) => at === undefined)) {
    return 'The network does not say when its posts were published.';
  }
  if (since.length === 0) return 'The list of the account shows nothing that was published since.';
  const urls = since.slice(0, MAX_NAMED).map(({ url }) => url);
  return `The account has published ${since.length} since: ${urls.join(', ')}`;
}
