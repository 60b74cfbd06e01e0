/** A note's way: signed once, sent to every relay, looked for, deleted. */
import type { Event } from 'nostr-tools/core';
import { EventDeletion, ShortTextNote } from 'nostr-tools/kinds';
import type {
  Channel,
  Json,
  ProviderContext,
  Published,
  PublishRequest,
  PublishResult,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { channelSpeaker } from './auth.ts';
import { askAll, offerToAll } from './broadcast.ts';
import { failureOf, takers } from './errors.ts';
import { readEvent, storedEvent } from './event.ts';
import { buildNote, noteRef, publishedNote } from './note.ts';
import { relaysOf } from './relays.ts';

/** Signs the note. Its id is the hash of what it says, so whatever sends it later sends the same note. */
export async function prepare(request: PublishRequest, ctx: ProviderContext): Promise<Json> {
  const { sign } = channelSpeaker(request.channel, ctx);
  return { event: storedEvent(sign(await buildNote(request, ctx.now()))) };
}

/** Sends the signed note to every relay; one that has it is enough. */
export async function publish(
  request: PublishRequest,
  prepared: Json,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const event = preparedEvent(prepared);
  const answers = await offerToAll(relaysOf(request.channel), event, channelSpeaker(request.channel, ctx));
  const relays = takers(answers);
  if (!relays.length) throw failureOf(answers, ctx.now());
  return { status: 'published', published: publishedNote(event, relays) };
}

/**
 * Looks for the note at every relay. Never `absent`: a relay that was not reached may have it, one that was
 * may still be taking it. But the same event again is the same note.
 */
export async function verify(
  request: PublishRequest,
  attempt: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const event = preparedEvent(attempt.prepared);
  const answers = await askAll(
    relaysOf(request.channel),
    { ids: [event.id] },
    channelSpeaker(request.channel, ctx),
  );
  const relays = answers.filter((answer) => answer.events?.length).map((answer) => answer.relay);
  if (relays.length) return { status: 'found', published: publishedNote(event, relays) };
  const silent = answers.filter((answer) => !answer.events).length;
  return {
    status: 'repeatable',
    evidence: `Note ${event.id} is shown by none of ${answers.length} relays (${silent} gave no answer); the same signed note can be sent again without making a second one`,
  };
}

/**
 * Asks every relay to delete the note (NIP-09). A relay that takes the request or does not show the note is
 * done with; copies that other people's relays made are out of reach.
 *
 * @throws the failure of the relays that were neither
 */
export async function remove(channel: Channel, published: Published, ctx: ProviderContext): Promise<void> {
  const note = noteRef(published);
  const speaker = channelSpeaker(channel, ctx);
  const tags = [
    ['e', note.id],
    ['k', String(ShortTextNote)],
  ];
  const deletion = speaker.sign({
    kind: EventDeletion,
    created_at: Math.floor(ctx.now().getTime() / 1000),
    tags,
    content: '',
  });
  const answers = await offerToAll([...new Set([...note.relays, ...relaysOf(channel)])], deletion, speaker);
  const open = answers.filter((answer) => answer.kind !== 'taken' && note.relays.includes(answer.relay));
  if (!open.length) return;
  const seen = await askAll(
    open.map((answer) => answer.relay),
    { ids: [note.id] },
    speaker,
  );
  const gone = new Set(seen.filter((answer) => answer.events?.length === 0).map((answer) => answer.relay));
  const left = open.filter((answer) => !gone.has(answer.relay));
  if (left.length) throw failureOf(left, ctx.now());
}

function preparedEvent(prepared: Json): Event {
  const event =
    prepared && typeof prepared === 'object' && !Array.isArray(prepared) ? readEvent(prepared.event) : null;
  if (!event) throw new Rejected('The stored note does not hold: its signature does not match what it says');
  return event;
}
