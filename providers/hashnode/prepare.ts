/** Everything that may be repeated: uploads the pictures, and writes the draft that is published later. */
import { createHash } from 'node:crypto';
import type { Json, Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { ask, type Keyed } from './api.ts';
import { isMissing } from './errors.ts';
import { uploadPicture } from './media.ts';
import { draftInput, fingerprintOf, type Pictures } from './payload.ts';
import { COVER, type Settings } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** The draft to publish, and what its post is recognised by. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly draftId: string;
  readonly publicationId: string;
  readonly title: string;
  readonly words: string;
}

/** The name for what an earlier try has made. A draft stays until it is deleted. */
const DRAFT = 'draft';
const KEPT_MS = 30 * 86_400_000;

const CREATE = `mutation CreateDraft($input: CreateDraftInput!) {
  createDraft(input: $input) { draft { id } }
}`;
const READ = 'query Draft($id: ObjectId!) { draft(id: $id) { id } }';
const DELETE = `mutation DeleteDraft($input: DeleteDraftInput!) {
  deleteDraft(input: $input) { draft { id } }
}`;

export const prepare: Provider['prepare'] = async (request, ctx) => {
  const { title, publication } = request.settings as unknown as Settings;
  const input = draftInput(request, await uploadAll(request, ctx));
  const prepared: Prepared = {
    draftId: await writeDraft(request.channel, input, ctx),
    publicationId: publication,
    title,
    words: fingerprintOf(String(input.contentMarkdown)),
  };
  return prepared;
};

async function uploadAll(
  { channel, item, settingsMedia }: PublishRequest,
  ctx: ProviderContext,
): Promise<Pictures> {
  const cover = settingsMedia?.[COVER];
  const urls: string[] = [];
  for (const file of item.media) urls.push(await uploadPicture(channel, file, ctx));
  return { cover: cover ? await uploadPicture(channel, cover, ctx) : null, urls };
}

/** The draft of an earlier try if it is the same and still there, else a new one in its place. */
async function writeDraft(
  channel: Keyed,
  input: Record<string, Json>,
  ctx: ProviderContext,
): Promise<string> {
  const sum = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const kept = ctx.uploads?.read(DRAFT) as { id: string; sum: string } | undefined;
  if (kept?.sum === sum && (await hasDraft(channel, kept.id, ctx))) return kept.id;
  const { createDraft } = await ask<{ createDraft: { draft: { id: string } | null } | null }>(channel, ctx, {
    document: CREATE,
    variables: { input },
  });
  const id = createDraft?.draft?.id;
  if (!id) throw new OutcomeUnknown(answeredWithout('Hashnode', 'the id of the draft'));
  await ctx.uploads?.keep(DRAFT, { id, sum }, KEPT_MS);
  if (kept) await deleteDraft(channel, kept.id, ctx);
  return id;
}

/** Whether a draft is there, and not published yet. The answer may be 25 seconds old. */
export async function hasDraft(channel: Keyed, id: string, ctx: ProviderContext): Promise<boolean> {
  try {
    const { draft } = await ask<{ draft: unknown }>(channel, ctx, { document: READ, variables: { id } });
    return draft !== null;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}

async function deleteDraft(channel: Keyed, draftId: string, ctx: ProviderContext): Promise<void> {
  await ask(channel, ctx, { document: DELETE, variables: { input: { draftId } } }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}
