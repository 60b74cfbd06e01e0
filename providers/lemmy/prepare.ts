/** Everything that may be repeated: uploads the picture, and notes where the account's own list ends. */
import type { Json, Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, madeOf, openSite, type Api, type Made, type Site } from './api.ts';
import { readNumbers, readOwn } from './api/own-list.ts';
import { uploadPicture, withPicture } from './media.ts';
import { LIMITS, readDetails, targetsOf, type Target } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** How many of the account's newest things are looked at; pinned ones may stand first. */
const NEWEST = 20;

/** One post, as it is sent. */
export interface Draft {
  readonly [key: string]: Json;
  readonly communityId: number;
  readonly title: string;
  readonly url: string | null;
  readonly thumbnail: string | null;
  readonly alt: string | null;
  readonly nsfw: boolean;
  /** `url` is that of our own picture, so no other post has it. */
  readonly isPicture: boolean;
}

/** The final requests: of one post for each community, or of a comment on each of them. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly api: Api;
  readonly text: string;
  /** Its id on the instance; null: the instance chooses. */
  readonly language: number | null;
  readonly drafts: Draft[];
  /** What a comment answers: the part before it, in each community. */
  readonly parents: Made[];
  /** The greatest id of the account's posts (or comments) before the call: later ones are greater. */
  readonly newest: number;
  /** How many posts (or comments) the account had then. */
  readonly count: number;
}

/** How many calls a part is. */
export const stepsOf = ({ parents, drafts }: Prepared): number => parents.length || drafts.length;

export const prepare: Provider['prepare'] = async (request, ctx) => {
  const site = await openSite(request.channel, ctx);
  const { personId } = readDetails(request.channel);
  const kind = request.parent ? 'comments' : 'posts';
  const parts = request.parent
    ? { text: await commentOf(site, request, ctx), drafts: [], parents: [...madeOf(request.parent)] }
    : { text: request.item.text, drafts: await draftsOf(site, request, ctx), parents: [] };
  // The number first: what is posted in between may then make a lost post look hidden, but never absent.
  const numbers = await readNumbers(site, personId, ctx);
  const { things } = await readOwn(site, { personId, kind, limit: NEWEST, from: null }, ctx);
  const newest = Math.max(0, ...things.map(({ id }) => id));
  const language = Number(request.settings.language) || null;
  const prepared: Prepared = { api: site.api, ...parts, language, newest, count: numbers[kind] };
  return prepared;
};

async function commentOf(site: Site, { item }: PublishRequest, ctx: ProviderContext): Promise<string> {
  const [file] = item.media;
  if (!file) return item.text;
  const content = withPicture(item.text, await uploadPicture(site, file, ctx), file.alt);
  const length = Array.from(content).length;
  if (length > LIMITS.comment) {
    throw new Rejected(sentence('lemmy_comment_too_long', { length, max: LIMITS.comment }), {
      networkCode: 'invalid_body_field',
    });
  }
  return content;
}

async function draftsOf(
  site: Site,
  { item, settings, channel }: PublishRequest,
  ctx: ProviderContext,
): Promise<Draft[]> {
  const targets = targetsOf(settings);
  // One that Lemmy refuses when others are published already would need a person.
  if (targets.length > 1) {
    for (const target of targets) await checkCommunity(site, { target, channel }, ctx);
  }
  const [file] = item.media;
  const picture = file ? await uploadPicture(site, file, ctx) : null;
  return targets.map(({ id, title, url, nsfw }) => ({
    communityId: Number(id),
    title: title.trim(),
    url: url || picture,
    thumbnail: url ? picture : null,
    alt: (picture && file?.alt) || null,
    nsfw: nsfw ?? false,
    isPicture: Boolean(picture && !url),
  }));
}

interface CommunityAnswer {
  readonly community_view: {
    readonly community: {
      readonly deleted: boolean;
      readonly removed: boolean;
      readonly posting_restricted_to_mods: boolean;
    };
    /** 0.19. */
    readonly banned_from_community?: boolean;
    /** 1.x. */
    readonly community_actions?: { readonly received_ban_at?: string | null } | null;
  };
  readonly moderators: readonly { readonly moderator: { readonly id: number } }[];
}

/** @throws Rejected where the account cannot post */
async function checkCommunity(
  site: Site,
  { target, channel }: { target: Target; channel: PublishRequest['channel'] },
  ctx: ProviderContext,
): Promise<void> {
  const refuse = (why: string, networkCode: string | null): never => {
    throw new Rejected(sentence('nothing_posted', { place: target.subreddit, why }), { networkCode });
  };
  const { community_view: view, moderators } = await call<CommunityAnswer>(site, ctx, '/community', {
    query: { id: Number(target.id) },
  }).catch((error: unknown) => {
    if (error instanceof Rejected) return refuse('does not exist at the instance', error.networkCode);
    throw error;
  });
  if (!view?.community) throw new OutcomeUnknown(answeredWithout('Lemmy', 'the community'));
  if (view.community.deleted || view.community.removed) refuse('was removed', 'deleted');
  if (view.banned_from_community || view.community_actions?.received_ban_at) {
    refuse('has banned the account', 'person_is_banned_from_community');
  }
  const { personId } = readDetails(channel);
  const isModerator = moderators.some(({ moderator }) => moderator.id === personId);
  if (view.community.posting_restricted_to_mods && !isModerator) {
    refuse('lets only its moderators post', 'only_mods_can_post_in_community');
  }
}
