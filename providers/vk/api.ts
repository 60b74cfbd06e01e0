/** Calls to VK's API, and the parts of its answers that are read (dev.vk.com/method, version 5.199). */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { idOf } from '../_kit/identity.ts';
import { toError, type VkError } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const API_URL = 'https://api.vk.com';
const LOGIN_URL = 'https://id.vk.com';
const SITE_URL = 'https://vk.com';

/** The version of the vendor's own schema of the API. */
const VERSION = '5.199';

type Context = Pick<ProviderContext, 'env'>;
type Account = Pick<Channel, 'credentials'>;

const overrideUrl = ({ env }: Context): string | undefined =>
  env.VK_API_URL?.trim().replace(/\/+$/, '') || undefined;

/** Where people approve, and tokens are issued. */
export const loginUrl = (ctx: Context): string => overrideUrl(ctx) ?? LOGIN_URL;

/** Parameters of a method; undefined is left out. */
export type Params = Readonly<Record<string, string | number | undefined>>;

/**
 * Calls a method for an account. Parameters are a form, because a text may be longer than a URL.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  { credentials }: Account,
  ctx: ProviderContext,
  method: string,
  { params = {}, timeoutMs }: { params?: Params; timeoutMs?: number } = {},
): Promise<T> {
  const { body } = await callJson<{ response?: T; error?: VkError }>(
    ctx.egress,
    `${overrideUrl(ctx) ?? API_URL}/method/${method}`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credentials.accessToken ?? ''}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: toForm({ ...params, v: VERSION }),
      ...(timeoutMs ? { timeoutMs } : {}),
      signal: ctx.signal,
    },
  );
  if (body?.error) throw toError(body.error, ctx.now());
  if (body?.response === undefined) throw new OutcomeUnknown(answeredWithout('VK', 'data'));
  return body.response;
}

export function toForm(params: Params): string {
  const known = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new URLSearchParams(known).toString();
}

/** Whose wall it is: a person's id, or the negative id of a community. */
export const ownerOf = ({ details }: Pick<Channel, 'details'>): number => Number(details.ownerId ?? 0);

/** The id of the community; undefined for a person. */
export function groupOf(channel: Pick<Channel, 'details'>): number | undefined {
  const owner = ownerOf(channel);
  return owner < 0 ? -owner : undefined;
}

/** A post on a wall, or a comment below one. */
export interface WallItem {
  readonly id?: number;
  readonly owner_id?: number;
  readonly from_id?: number;
  /** In seconds. */
  readonly date?: number;
  readonly text?: string;
  readonly is_pinned?: number;
  readonly is_deleted?: boolean;
  readonly deleted?: boolean;
  readonly attachments?: readonly Attachment[];
  readonly likes?: { readonly count?: number };
  readonly comments?: { readonly count?: number };
  readonly reposts?: { readonly count?: number };
  readonly views?: { readonly count?: number };
}

type MediaId = { readonly id?: number; readonly owner_id?: number };

interface Attachment {
  readonly type?: string;
  readonly photo?: MediaId;
  readonly video?: MediaId;
}

/** `photo1_2`, the form in which a post names it. */
export const mediaOf = ({ attachments = [] }: WallItem): string[] =>
  attachments.flatMap(({ type, photo, video }) => {
    const media = photo ?? video;
    return media ? [`${type}${media.owner_id}_${media.id}`] : [];
  });

/** `comment`: null of a post itself. */
export interface VkRef {
  readonly [key: string]: number | null;
  readonly owner: number;
  readonly post: number;
  readonly comment: number | null;
}

export const refOf = ({ ref }: Pick<Published, 'ref'>): VkRef => ref as unknown as VkRef;

export function toPublished(ref: VkRef): Published {
  const wall = `${SITE_URL}/wall${ref.owner}_${ref.post}`;
  return ref.comment === null
    ? { id: String(ref.post), url: wall, ref }
    : { id: String(ref.comment), url: `${wall}?reply=${ref.comment}`, ref };
}

/** Numbers are unique only on their wall: `-1_57`, and of a comment `-1_57_60`. */
export function keyOf({ id, url, ref }: Published): string {
  const { owner, post, comment } = (ref ?? {}) as Partial<VkRef>;
  if (owner && post) return [owner, post, ...(comment ? [comment] : [])].join('_');
  const [, wall, below] = /\/wall(-?\d+_\d+)(?:\?reply=(\d+))?/.exec(url ?? '') ?? [];
  return wall ? [wall, ...(below ? [below] : [])].join('_') : idOf({ id, url });
}
