/** What the answers of all relays mean together. */
import { OutcomeUnknown, RateLimited, Rejected, Unsent, type ProviderError } from '../_kit/errors.ts';
import { boundedReset } from '../_kit/http.ts';
import type { Answer } from './exchange.ts';
import { relayName } from './relays.ts';

type Failed = Exclude<Answer, { kind: 'taken' }>;

/** The relays that have the event. */
export function takers(answers: readonly Answer[]): string[] {
  return answers.filter((answer) => answer.kind === 'taken').map((answer) => answer.relay);
}

/**
 * The failure of an event that no relay is known to have taken:
 *   OutcomeUnknown  a relay was sent the event and left it open whether it took it, whatever the others said
 *   Unsent          no relay was reached
 *   RateLimited     every relay that answered asks to wait; none names a time, so one minute is waited
 *   Rejected        the relays that answered refused; their words are kept, the first relay's reason is the
 *   code
 */
export function failureOf(answers: readonly Answer[], now: Date): ProviderError {
  const failed = answers.filter((answer) => answer.kind !== 'taken');
  const unsure = failed.filter((answer) => answer.kind === 'unsure');
  if (unsure.length) {
    return new OutcomeUnknown(`Not known whether a relay took the event. ${inWords(failed)}`);
  }
  const answered = failed.filter((answer) => answer.kind !== 'unreached');
  if (!answered.length) return new Unsent(`No relay could be reached. ${inWords(failed)}`);
  const refused = answered.filter((answer) => answer.kind === 'refused');
  if (!refused.length) {
    return new RateLimited(`The relays ask to wait. ${inWords(failed)}`, boundedReset(null, now), {
      networkCode: 'rate-limited',
    });
  }
  return new Rejected(`No relay took the event. ${inWords(failed)}`, {
    networkCode: prefixOf(refused[0]?.words),
  });
}

function inWords(answers: readonly Failed[]): string {
  return answers
    .map((answer) => `${relayName(answer.relay)}: ${answer.words}`)
    .join('; ')
    .slice(0, 2000);
}

function prefixOf(words = ''): string | null {
  return /^([a-z-]{1,30}):/.exec(words)?.[1] ?? null;
}
