/**
 * Reads the list of an account's posts for a part that another instance may have sent: the one that this one
 * was restored from. Nothing is known of that request (its key, its files, the id of a draft), and the post
 * may have been edited before it was published, so its text decides.
 */
import type {
  Provider,
  ProviderContext,
  PublishRequest,
  RecentPost,
  SentAttempt,
  VerifyResult,
} from '../providers/_kit/contract.ts';
import { isBefore, pick, type Likeness } from '../providers/_kit/lookup.ts';
import { compareWords } from '../providers/_kit/recent.ts';

/** The clocks of the two instances and of the network may differ by this much. */
const CLOCKS_MS = 10 * 60_000;
const MAX_NAMED = 3;

/** The result of a look. `blind`: the reason, as text for the person who has to decide. */
export type Listing =
  | Extract<VerifyResult, { status: 'found' | 'absent' }>
  | { readonly status: 'blind'; readonly reason: string };

/**
 * `absent` only where the list leaves nothing out and reaches back to the backup, and nothing in it resembles
 * the part but what is another item's.
 */
export async function lookAtList(
  provider: Provider,
  request: PublishRequest,
  options: { sentAt: Date; isTaken: NonNullable<SentAttempt['isTaken']>; ctx: ProviderContext },
): Promise<Listing> {
  const blind = (reason: string): Listing => ({ status: 'blind', reason });
  if (request.item.position > 0) return blind('Lists do not show which parts of a thread are published');
  if (!provider.recent) return blind(`${provider.name} has no list to look at`);
  const { sentAt, isTaken, ctx } = options;
  const list = await provider.recent(request.channel, ctx);
  const since = list.filter(({ at }) => !isBefore(at, sentAt, CLOCKS_MS));
  const dated = since.filter(({ at }) => at !== undefined).toReversed();
  const likenessOf = (post: RecentPost): Likeness => likeness(request, post);
  const { found, similar } = pick(dated, { likenessOf, show, isTaken });
  if (found) return { status: 'found', published: show(found), byWords: true };
  const [like] = similar;
  if (like) return blind(`The post at ${like.url} resembles this one; see whether it is the same`);
  const { recentAll = 0 } = provider;
  const reachesBack = list.length < recentAll || isBefore(list.at(-1)?.at, sentAt, CLOCKS_MS);
  if (recentAll > 0 && reachesBack && dated.length === since.length) {
    return {
      status: 'absent',
      evidence: `None of the ${dated.length} posts of the account since the backup is this one`,
    };
  }
  return blind(wordsFor(since));
}

const show = ({ id, url }: RecentPost): { id: string; url: string; ref: null } => ({ id, url, ref: null });

/** A title stands before the text, or alone, depending on the network. */
function likeness({ item, settings }: PublishRequest, { text = '' }: RecentPost): Likeness {
  const title = typeof settings.title === 'string' ? settings.title : '';
  const ours = title ? [item.text, title, `${title}\n${item.text}`] : [item.text];
  const likenesses = ours.map((sent) => compareWords(sent, text));
  return (['same words', 'like it'] as const).find((like) => likenesses.includes(like)) ?? 'other';
}

function wordsFor(since: readonly RecentPost[]): string {
  if (since.length === 0) return 'The list of the account shows nothing that was published since the backup';
  const urls = since.slice(0, MAX_NAMED).map(({ url }) => url);
  return `The account has published ${since.length} since the backup: ${urls.join(', ')}`;
}
