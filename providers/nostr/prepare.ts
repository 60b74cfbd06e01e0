/** Builds and signs the note. Its id is the hash of its content, so sending it again sends the same note. */
import type { Event } from 'nostr-tools/core';
import type { Json, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { readEvent, toJson } from './api/event.ts';
import { accessOf } from './auth.ts';
import { buildNote } from './payload.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

export async function prepare(request: PublishRequest, ctx: ProviderContext): Promise<Json> {
  const { sign } = accessOf(request.channel, ctx);
  return { event: toJson(sign(await buildNote(request, ctx.now()))) };
}

export function preparedEvent(prepared: Json): Event {
  const event =
    prepared && typeof prepared === 'object' && !Array.isArray(prepared) ? readEvent(prepared.event) : null;
  if (!event) throw new Rejected(sentence('nostr_wrong_signature'));
  return event;
}
