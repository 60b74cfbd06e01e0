/** Sends a note to every relay, and asks every relay to delete one. */
import { EventDeletion, ShortTextNote } from 'nostr-tools/kinds';
import type {
  Channel,
  Json,
  ProviderContext,
  Published,
  PublishRequest,
  PublishResult,
} from '../_kit/contract.ts';
import { publishToAll, queryAll } from './api.ts';
import { relaysOf } from './api/relays.ts';
import { accessOf } from './auth.ts';
import { acceptedBy, failureOf } from './errors.ts';
import { noteRef, toPublished } from './payload.ts';
import { preparedEvent } from './prepare.ts';

/** One relay that has the note is enough. */
export async function publish(
  request: PublishRequest,
  prepared: Json,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const event = preparedEvent(prepared);
  const answers = await publishToAll(relaysOf(request.channel), event, accessOf(request.channel, ctx));
  const relays = acceptedBy(answers);
  if (!relays.length) throw failureOf(answers, ctx.now());
  return { status: 'published', published: toPublished(event, relays) };
}

/**
 * Asks every relay to delete the note (NIP-09). It suffices if a relay accepts the request or does not have
 * the note; copies at other people's relays are out of reach.
 *
 * @throws the failure of all other relays
 */
export async function remove(channel: Channel, published: Published, ctx: ProviderContext): Promise<void> {
  const note = noteRef(published);
  const access = accessOf(channel, ctx);
  const tags = [
    ['e', note.id],
    ['k', String(ShortTextNote)],
  ];
  const deletion = access.sign({
    kind: EventDeletion,
    created_at: Math.floor(ctx.now().getTime() / 1000),
    tags,
    content: '',
  });
  const answers = await publishToAll([...new Set([...note.relays, ...relaysOf(channel)])], deletion, access);
  const remaining = answers.filter(
    (answer) => answer.kind !== 'accepted' && note.relays.includes(answer.relay),
  );
  if (!remaining.length) return;
  const seen = await queryAll(
    remaining.map((answer) => answer.relay),
    { ids: [note.id] },
    access,
  );
  const gone = new Set(seen.filter((answer) => answer.events?.length === 0).map((answer) => answer.relay));
  const failed = remaining.filter((answer) => !gone.has(answer.relay));
  if (failed.length) throw failureOf(failed, ctx.now());
}
