/** The calls that submit, comment and delete (reddit.com/dev/api: submit, comment, del). */
import type { Json, Provider, ProviderContext, PublishRequest, PublishResult } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { publishSteps } from '../_kit/publish-steps.ts';
import {
  absolute,
  accessOf,
  call,
  callForData,
  namesOf,
  toPublished,
  type Access,
  type Comment,
  type Made,
} from './api.ts';
import type { Draft, Prepared } from './prepare.ts';
import { findMade, type Sought } from './verify.ts';
import { acceptedWithoutId, answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

const CALL_MS = 30_000;

const POLL_MS = 5000;

/** Accepted: `null` where Reddit shows the submission only once it has processed the file. */
type Answer = Made | null;

/** One call for each subreddit, in the order of the settings. */
export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const prepared = stored as Prepared;
  const answers = await publishSteps<Answer>({
    steps: prepared.parents.length || prepared.submissions.length,
    noun: 'submissions',
    findMade: async () => (await findMade(request, await sought(request, prepared), ctx)).made,
    send: (n) => step(request, prepared, n, ctx),
    callMs: CALL_MS,
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  return resultOf(answers, prepared);
};

const sought = async (request: PublishRequest, prepared: Prepared): Promise<Sought> => ({
  prepared,
  isTaken: await request.readTaken?.(),
});

function step(request: PublishRequest, prepared: Prepared, n: number, ctx: ProviderContext): Promise<Answer> {
  const access = accessOf(request.channel);
  const parent = prepared.parents[n];
  if (parent) return comment(access, { text: prepared.text, parent }, ctx);
  const draft = prepared.submissions[n];
  if (!draft) throw new Rejected(sentence('post_lacks', { what: 'a subreddit' }));
  return draft.kind === 'gallery'
    ? submitGallery(access, { draft, text: prepared.text }, ctx)
    : submit(access, { draft, text: prepared.text }, ctx);
}

/** `ref` is what the submissions are found by; all of them are accepted. */
function resultOf(answers: readonly Answer[], prepared: Prepared): PublishResult {
  const made = answers.filter((answer) => answer !== null);
  if (made.length < answers.length) {
    return { status: 'processing', ref: prepared, pollAfterMs: POLL_MS };
  }
  return { status: 'published', published: toPublished(made) };
}

/** What all submissions have in common; Reddit checks the subreddit's rules, and refuses with HTTP 400. */
const commonOf = ({ draft, text }: { draft: Draft; text: string }) => ({
  api_type: 'json',
  sr: draft.sr,
  title: draft.title,
  sendreplies: draft.sendreplies ?? true,
  nsfw: draft.nsfw ?? false,
  spoiler: draft.spoiler ?? false,
  validate_on_submit: true,
  ...(draft.flairId ? { flair_id: draft.flairId } : {}),
  ...(draft.flairText ? { flair_text: draft.flairText } : {}),
  ...(text || draft.kind === 'self' ? { text } : {}),
});

interface Submitted {
  readonly name?: string;
  readonly url?: string;
  /** Instead of a name: the submission appears once the file is processed. */
  readonly websocket_url?: string;
  readonly user_submitted_page?: string;
}

async function submit(
  access: Access,
  what: { draft: Draft; text: string },
  ctx: ProviderContext,
): Promise<Answer> {
  const { kind, url, assets, poster, crosspost } = what.draft;
  const data = await callForData<Submitted>(access, ctx, '/api/submit/', {
    form: {
      ...commonOf(what),
      kind,
      // As recorded: a crosspost has no text, and no check of its own.
      ...(crosspost ? { crosspost_fullname: crosspost, text: null, validate_on_submit: null } : {}),
      // Reddit would refuse a URL that anybody has submitted there before.
      resubmit: crosspost ? null : true,
      url: assets[0]?.url ?? url,
      video_poster_url: poster,
    },
    timeoutMs: CALL_MS,
  });
  if (data.name) return { name: data.name, url: data.url ?? null };
  if (assets.length && (data.websocket_url || data.user_submitted_page)) return null;
  throw new OutcomeUnknown(answeredWithout('Reddit', 'the name of the post'));
}

/** Recorded: its answer calls `id` what that of `submit` calls `name`. */
async function submitGallery(
  access: Access,
  what: { draft: Draft; text: string },
  ctx: ProviderContext,
): Promise<Answer> {
  const data = await callForData<{ id?: string; url?: string }>(
    access,
    ctx,
    '/api/submit_gallery_post.json',
    {
      json: {
        ...commonOf(what),
        show_error_list: true,
        items: what.draft.assets.map(({ id }) => ({ caption: '', outbound_url: '', media_id: id })),
      },
      timeoutMs: CALL_MS,
    },
  );
  if (!data.id) throw new OutcomeUnknown(acceptedWithoutId('Reddit', 'the gallery'));
  return { name: data.id.startsWith('t3_') ? data.id : `t3_${data.id}`, url: data.url ?? null };
}

async function comment(
  access: Access,
  { text, parent }: { text: string; parent: string },
  ctx: ProviderContext,
): Promise<Answer> {
  const data = await callForData<{ things?: { data: Comment }[] }>(access, ctx, '/api/comment/', {
    form: { api_type: 'json', thing_id: parent, text },
    timeoutMs: CALL_MS,
  });
  const made = data.things?.[0]?.data;
  // Recorded: an accepted comment that the answer does not show.
  if (!made?.id) throw new OutcomeUnknown(acceptedWithoutId('Reddit', 'the comment'));
  return { name: `t1_${made.id}`, url: absolute(made.permalink) };
}

/**
 * Whether the files are processed. The account's list shows the same as the network's WebSocket for browsers:
 * the submissions, with the ids of their uploads.
 */
export const poll: NonNullable<Provider['poll']> = async (request, ref, ctx) => {
  const prepared = ref as Prepared;
  const { made } = await findMade(request, await sought(request, prepared), ctx);
  return made.length < prepared.submissions.length
    ? { status: 'processing', ref, pollAfterMs: POLL_MS }
    : { status: 'published', published: toPublished(made) };
};

/** Deletes the part in each subreddit; Reddit answers the same for what is gone already. */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  for (const name of namesOf(published)) {
    await call<Json>(accessOf(channel), ctx, '/api/del/', { form: { id: name, api_type: 'json' } });
  }
};
