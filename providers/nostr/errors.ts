/** What the answers of all relays mean together. */
import { OutcomeUnknown, RateLimited, Rejected, Unsent, type ProviderError } from '../_kit/errors.ts';
import { boundedReset } from '../_kit/http.ts';
import type { Answer } from './api/exchange.ts';
import { relayName } from './api/relays.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

type Failed = Exclude<Answer, { kind: 'accepted' }>;

/** The relays that have the event. */
export function acceptedBy(answers: readonly Answer[]): string[] {
  return answers.filter((answer) => answer.kind === 'accepted').map((answer) => answer.relay);
}

/**
 * The failure of an event that no relay is known to have accepted:
 *   OutcomeUnknown  at least one relay was sent the event and left open whether it accepted it
 *   Unsent          no relay was reached
 *   RateLimited     every relay that answered asks us to wait; none gives a time, so we wait a minute
 *   Rejected        the relays that answered rejected it, with their messages; the code is the first one's
 */
export function failureOf(answers: readonly Answer[], now: Date): ProviderError {
  const failed = answers.filter((answer) => answer.kind !== 'accepted');
  const unknown = failed.filter((answer) => answer.kind === 'unknown');
  if (unknown.length) {
    return new OutcomeUnknown(sentence('nostr_not_known', { answers: messagesOf(failed) }));
  }
  const answered = failed.filter((answer) => answer.kind !== 'unreachable');
  if (!answered.length) return new Unsent(sentence('nostr_not_reached', { answers: messagesOf(failed) }));
  const rejected = answered.filter((answer) => answer.kind === 'rejected');
  if (!rejected.length) {
    return new RateLimited(sentence('nostr_wait', { answers: messagesOf(failed) }), boundedReset(null, now), {
      networkCode: 'rate-limited',
    });
  }
  return new Rejected(sentence('nostr_refused', { answers: messagesOf(failed) }), {
    networkCode: prefixOf(rejected[0]?.message),
  });
}

function messagesOf(answers: readonly Failed[]): string {
  return answers
    .map((answer) => `${relayName(answer.relay)}: ${answer.message}`)
    .join('; ')
    .slice(0, 2000);
}

function prefixOf(message = ''): string | null {
  return /^([a-z-]{1,30}):/.exec(message)?.[1] ?? null;
}
