/**
 * Everything that may be repeated: writes the article as a draft, which only its author sees. Forem checks
 * nearly all of it now, and whether the organisation is one of the author's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { writeArticle, type Article } from './api.ts';
import { isMissing } from './errors.ts';
import { articleOf } from './payload.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The draft to publish. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly id: number;
}

/** The name for what an earlier try has made. A draft stays until it is deleted. */
const DRAFT = 'draft';
const KEPT_MS = 30 * 86_400_000;
/** An account may write once in a second (forem config/initializers, `rack_attack.rb`). */
const SPACING_MS = 1000;

/** A draft, and when the request that wrote it began. */
interface Written {
  readonly draft: Article;
  readonly beganMs: number;
}

export const prepare: Provider['prepare'] = async (request, ctx) => {
  const article = articleOf(request);
  const { draft, beganMs } = (await rewrite(request, article, ctx)) ?? (await create(request, article, ctx));
  if (article.organization_id && !draft.organization) {
    throw new Rejected(sentence('devto_not_a_member', { organisation: String(article.organization_id) }), {
      networkCode: 'not_a_member',
    });
  }
  await pauseAfter(beganMs, ctx);
  const prepared: Prepared = { id: draft.id };
  return prepared;
};

/** Until the account may write again. */
const pauseAfter = (beganMs: number, ctx: ProviderContext): Promise<void> =>
  sleep(Math.max(0, SPACING_MS - (ctx.now().getTime() - beganMs)), undefined, { signal: ctx.signal });

/** Brings the draft of an earlier try up to date; null where there is none that can be. */
async function rewrite(
  { channel }: PublishRequest,
  article: Record<string, Json>,
  ctx: ProviderContext,
): Promise<Written | null> {
  const kept = ctx.uploads?.read(DRAFT) as Prepared | undefined;
  if (!kept) return null;
  const beganMs = ctx.now().getTime();
  const draft = await writeArticle(channel, ctx, { id: kept.id, article }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return null;
  });
  // A draft of an organisation stays its: Forem drops an empty number.
  if (draft && (!draft.organization || article.organization_id !== undefined)) return { draft, beganMs };
  await ctx.uploads?.forget(DRAFT);
  await pauseAfter(beganMs, ctx);
  return null;
}

/**
 * DEV takes a title once in five minutes from the same author: after an answer that was lost, the next try
 * waits for as long, and the first draft stays at DEV.
 */
async function create(
  { channel }: PublishRequest,
  article: Record<string, Json>,
  ctx: ProviderContext,
): Promise<Written> {
  const beganMs = ctx.now().getTime();
  const draft = await writeArticle(channel, ctx, { article: { ...article, published: false } });
  if (!Number.isInteger(draft?.id)) {
    throw new OutcomeUnknown(answeredWithout('DEV', 'the number of the draft'));
  }
  await ctx.uploads?.keep(DRAFT, { id: draft.id }, KEPT_MS);
  return { draft, beganMs };
}
