/** Whether a publish call with an unknown outcome took effect: looks for the note at every relay. */
import type { ProviderContext, PublishRequest, SentAttempt, VerifyResult } from '../_kit/contract.ts';
import { queryAll } from './api.ts';
import { relaysOf } from './api/relays.ts';
import { accessOf } from './auth.ts';
import { toPublished } from './payload.ts';
import { preparedEvent } from './prepare.ts';

/**
 * Never `absent`: a relay that could not be reached may have the note, and others may still be storing it.
 * But sending the same event again does not create another note.
 */
export async function verify(
  request: PublishRequest,
  attempt: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const event = preparedEvent(attempt.prepared);
  const answers = await queryAll(
    relaysOf(request.channel),
    { ids: [event.id] },
    accessOf(request.channel, ctx),
  );
  const relays = answers.filter((answer) => answer.events?.length).map((answer) => answer.relay);
  if (relays.length) return { status: 'found', published: toPublished(event, relays) };
  const silent = answers.filter((answer) => !answer.events).length;
  return {
    status: 'repeatable',
    evidence:
      `None of ${answers.length} relays has note ${event.id} (${silent} did not answer); sending the same ` +
      'signed note again does not create a second one',
  };
}
