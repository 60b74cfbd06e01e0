/**
 * The call that makes a post or a comment, and the outcome of one that stays hidden behind a question
 * (www.moltbook.com/skill.md, "Create a post", "Add a comment", "AI Verification Challenges").
 *
 * The questions are there to be read by the person who runs the agent, and ten wrong or missing answers
 * suspend it: Crier guesses none. It shows the question, and waits for as long as an answer is accepted.
 */
import type { Json, Provider, ProviderContext, PublishRequest, PublishResult } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, postUrl, statusOf, type Comment, type Post, type Verification } from './api.ts';
import type { Prepared } from './prepare.ts';
import { isVisible } from './publish/visible.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const sentence = catalogue(english);

/** "Challenges expire after 5 minutes". */
export const ANSWERED_WITHIN_MS = 5 * 60_000;
/** Between the end of the time for an answer and giving up: clocks differ. */
const CLOCKS_MS = 60_000;
const LOOK_EVERY_MS = 10_000;
/** For posts where Moltbook does not report whether others see them; a person decides in the end. */
const LOOK_LATE_MS = 10 * 60_000;
const MAX_CHARACTERS = 400;

/** What `poll` goes by. `postId`: the post itself, or the one that the comment is below. */
export interface HiddenRef {
  readonly [key: string]: Json;
  readonly id: string;
  readonly postId: string;
  readonly kind: Prepared['kind'];
  readonly submolt: string | null;
  /** Until when an answer is taken. */
  readonly until: string;
  readonly question: string;
}

interface Made {
  readonly post?: Post;
  readonly comment?: Comment;
  readonly verification_required?: boolean;
  readonly verification?: Verification;
}

export const publish: Provider['publish'] = async ({ channel }, stored, ctx) => {
  const prepared = stored as Prepared;
  const answer = await call<Made>(channel, ctx, pathOf(prepared), {
    json: bodyOf(prepared),
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  const made = prepared.kind === 'post' ? answer.post : answer.comment;
  if (!made?.id) throw new OutcomeUnknown(answeredWithout('Moltbook', `the id of the ${prepared.kind}`));
  const status = statusOf(made);
  const isAsked = status === 'pending' || answer.verification_required === true || !!answer.verification;
  if (status === 'failed') throw new Rejected(sentence('moltbook_hidden', { what: `the ${prepared.kind}` }));
  if (!isAsked || status === 'verified') return live(made.id, postIdOf(prepared, made.id));
  const ref = toRef(prepared, made.id, made.verification ?? answer.verification ?? {}, ctx.now());
  const code = (made.verification ?? answer.verification)?.verification_code;
  return { status: 'processing', ref, pollAfterMs: LOOK_EVERY_MS, note: noteOf(ref, code) };
};

const pathOf = (prepared: Prepared): string =>
  prepared.kind === 'post' ? '/posts' : `/posts/${encodeURIComponent(prepared.postId)}/comments`;

/** Older documents call the field `submolt`, newer ones `submolt_name`; the API takes both. */
const bodyOf = (prepared: Prepared): Record<string, string> =>
  prepared.kind === 'post'
    ? {
        submolt: prepared.submolt,
        submolt_name: prepared.submolt,
        title: prepared.title,
        content: prepared.content,
      }
    : { content: prepared.content, ...(prepared.parent ? { parent_id: prepared.parent } : {}) };

const postIdOf = (prepared: Prepared, id: string): string =>
  prepared.kind === 'post' ? id : prepared.postId;

/** A comment has no page of its own. */
const live = (id: string, postId: string): PublishResult & { readonly status: 'published' } => ({
  status: 'published',
  published: { id, url: postUrl(postId), ref: { postId } },
});

function toRef(prepared: Prepared, id: string, asked: Verification, now: Date): HiddenRef {
  const expiry = Date.parse(asked.expires_at ?? '');
  const until = new Date(Number.isNaN(expiry) ? now.getTime() + ANSWERED_WITHIN_MS : expiry);
  return {
    id,
    postId: postIdOf(prepared, id),
    kind: prepared.kind,
    submolt: prepared.kind === 'post' ? prepared.submolt : null,
    until: until.toISOString(),
    question: (asked.challenge_text ?? '').slice(0, MAX_CHARACTERS),
  };
}

const asks = ({ question }: HiddenRef): string => (question ? `asks “${question}”` : 'asks a question');

const noteOf = (ref: HiddenRef, code: string | undefined): string =>
  `Moltbook hides the ${ref.kind} until the person who runs the agent has answered, by ${ref.until}. ` +
  `It ${asks(ref)}; the answer goes to POST /api/v1/verify${code ? ` with the verification_code ${code}` : ''}`;

/** Asks whether the answer was given; when none is accepted any more, the post stays hidden permanently. */
export const poll: NonNullable<Provider['poll']> = async ({ channel }: PublishRequest, stored, ctx) => {
  const ref = stored as HiddenRef;
  const seen = await isVisible(channel, ref, ctx);
  if (seen === 'yes') return live(ref.id, ref.postId);
  if (seen === 'failed') {
    const reason = `Moltbook hides the ${ref.kind}: the answer to its question was wrong`;
    return { status: 'rejected', reason, networkCode: 'verification_failed' };
  }
  if (!isOver(ref, ctx)) return { status: 'processing', ref, pollAfterMs: LOOK_EVERY_MS };
  if (seen === 'not known') return { status: 'processing', ref, pollAfterMs: LOOK_LATE_MS };
  return {
    status: 'rejected',
    reason:
      `Moltbook hides the ${ref.kind} permanently: it ${asks(ref)}, and nobody answered in time. ` +
      'The person who runs the agent has to; agents that Moltbook trusts are not asked',
    networkCode: 'verification_expired',
  };
};

const isOver = ({ until }: HiddenRef, ctx: ProviderContext): boolean =>
  ctx.now().getTime() > Date.parse(until) + CLOCKS_MS;
