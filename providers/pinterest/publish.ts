/** The calls that make and delete a pin (developers.pinterest.com/docs/api/v5/pins-create, pins-delete). */
import { uploadMs } from '../_kit/bounds.ts';
import type { Provider } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, pinUrl, type Pin } from './api.ts';
import { mediaSourceOf } from './media.ts';
import type { Prepared } from './prepare.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';

/** Empty fields are left out: Pinterest checks a link that is there. */
export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const { channel, item } = request;
  const { board, section, words: texts, colour, alt, videoId } = stored as Prepared;
  const bytes = item.media.reduce((sum, file) => sum + (file.kind === 'image' ? file.size : 0), 0);
  const pin = await call<Pin>(channel, ctx, '/pins', {
    method: 'POST',
    json: {
      board_id: board,
      ...(section ? { board_section_id: section } : {}),
      ...(texts.title ? { title: texts.title } : {}),
      ...(texts.description ? { description: texts.description } : {}),
      ...(texts.link ? { link: texts.link } : {}),
      ...(colour ? { dominant_color: colour } : {}),
      ...(alt ? { alt_text: alt } : {}),
      media_source: await mediaSourceOf(request, videoId),
    },
    timeoutMs: Math.min(uploadMs(bytes * 2), PUBLISH_TIMEOUT_MS),
  });
  if (!pin?.id) throw new OutcomeUnknown(answeredWithout('Pinterest', 'the id of the pin'));
  return { status: 'published', published: { id: pin.id, url: pinUrl(pin.id), ref: { id: pin.id } } };
};

/** Resolves for a pin that is gone already too. */
export const remove: NonNullable<Provider['remove']> = async (channel, { id }, ctx) => {
  await call(channel, ctx, `/pins/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch(
    (error: unknown) => {
      if (error instanceof Rejected && GONE.has(error.networkCode ?? '')) return;
      throw error;
    },
  );
};

/** "Pin not found.": the code of Pinterest's own, and the one of its description. */
export const GONE: ReadonlySet<string> = new Set(['50', '404']);
