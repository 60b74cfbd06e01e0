/** Sends the shot; Dribbble answers where it will be, and works on the picture for up to five minutes. */
import { FormData } from 'undici';
import type { Provider, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, ProviderError, Rejected, Unsent } from '../_kit/errors.ts';
import { call, createShot, toPublished, type Ref, type Shot } from './api.ts';
import type { Prepared } from './prepare.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';

const POLL_MS = 5_000;

export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const form = await formOf(request, stored as Prepared);
  const location = await createShot(request.channel, ctx, form, PUBLISH_TIMEOUT_MS);
  // Only the digits are the id: `…/v2/shots/471756-ShotTitle`.
  const id = /\/shots\/(\d+)/.exec(location ?? '')?.[1];
  if (!id) throw new OutcomeUnknown(answeredWithout('Dribbble', 'saying where the shot will be'));
  return { status: 'processing', ref: { id } satisfies Ref, pollAfterMs: POLL_MS };
};

/** @throws Unsent if the picture cannot be read: nothing has been sent yet */
async function formOf({ item }: PublishRequest, { title, description, teamId }: Prepared): Promise<FormData> {
  const [file] = item.media;
  if (!file) throw new Rejected(sentence('post_lacks', { what: 'a picture' }), { networkCode: 'no_picture' });
  const blob = await file.blob().catch((error: unknown) => {
    throw error instanceof ProviderError
      ? error
      : new Unsent(sentence('file_unreadable', { file: file.fileName }), { cause: error });
  });
  const form = new FormData();
  form.set('title', title);
  if (description) form.set('description', description);
  if (teamId !== null) form.set('team_id', String(teamId));
  form.set('image', new File([blob], file.fileName, { type: file.mime }), file.fileName);
  return form;
}

/** "The returned location will return a 404 Not Found until processing is completed." */
export const poll: NonNullable<Provider['poll']> = async ({ channel }, ref, ctx) => {
  const { id } = ref as Ref;
  const shot = await call<Shot>(channel, ctx, `shots/${id}`).catch(nullIfMissing);
  return shot?.html_url
    ? { status: 'published', published: toPublished(id, shot.html_url) }
    : { status: 'processing', ref, pollAfterMs: POLL_MS };
};

/** null for a shot that is not there: not yet, or no more. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Rejected && error.networkCode === '404') return null;
  throw error;
}

export const remove: NonNullable<Provider['remove']> = async (channel, { id, ref }, ctx) => {
  const known = (ref as Ref | null)?.id ?? /\d+/.exec(id)?.[0];
  if (!known) throw new Rejected(sentence('url_unknown', { network: 'Dribbble' }));
  await call<unknown>(channel, ctx, `shots/${known}`, 'DELETE').catch(nullIfMissing);
};
