/** Calls to the Threads API (developers.facebook.com/documentation/threads). */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { callsTo, overrideOf, type GraphCall } from '../_shared/meta/graph.ts';

const API_URL = 'https://graph.threads.net';
const SITE_URL = 'https://www.threads.com';

type Env = Pick<ProviderContext, 'env'>;
type Account = Pick<Channel, 'credentials'>;

const overrideUrl = ({ env }: Env): string | undefined => overrideOf(env.THREADS_API_URL);

export const apiUrl = (ctx: Env): string => overrideUrl(ctx) ?? API_URL;
/** Where people approve. */
export const siteUrl = (ctx: Env): string => overrideUrl(ctx) ?? SITE_URL;

export const NAME = 'Threads';

/**
 * Calls the API for an account.
 *
 * @throws the typed error of the answer (_shared/meta/errors.ts)
 */
export const call = <T>(
  account: Account,
  ctx: ProviderContext,
  path: string,
  options?: GraphCall,
): Promise<T> => callsTo({ name: NAME, url: apiUrl(ctx), version: 'v1.0' }, account, ctx)<T>(path, options);

/** A post or a reply as the API lists it; media that stand for a repost have no text. */
export interface Thread {
  readonly id: string;
  readonly text?: string;
  /** `TEXT_POST`, `IMAGE`, `VIDEO`, `CAROUSEL_ALBUM`, `REPOST_FACADE` and others. */
  readonly media_type?: string;
  readonly permalink?: string;
  /** `2024-09-12T23:17:39+0000`. */
  readonly timestamp?: string;
  readonly replied_to?: { readonly id: string };
  /** `option_a` to `option_d`, with votes and others. */
  readonly poll_attachment?: Readonly<Record<string, unknown>>;
  readonly quoted_post?: { readonly id: string };
}

export const profileUrl = ({ details }: Pick<Channel, 'details'>): string =>
  `${SITE_URL}/@${encodeURIComponent(String(details.username ?? ''))}`;

/** Without the URL of the post, that of its author: the short code in it is not in the id. */
export const toPublished = (
  channel: Pick<Channel, 'details'>,
  { id, permalink }: Pick<Thread, 'id' | 'permalink'>,
): Published => ({ id, url: permalink ?? profileUrl(channel), ref: { id } });

export const idOf = ({ ref }: Pick<Published, 'ref'>): string => String((ref as { id?: string } | null)?.id);
