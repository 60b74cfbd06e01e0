/**
 * `webhooks listen`: forwards the events of an organisation to a receiver on this computer, signed as
 * webhooks are, with a secret of this terminal that the instance never sees. Its options are those of `stripe
 * listen` (docs.stripe.com/cli/listen). An event is forwarded once, with any answer of the receiver.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { childEnv } from '../../../platform/config/config.ts';
import {
  LISTENER_MINUTES,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
} from '../../../platform/entities/events.ts';
import { counted } from '../../../platform/counted.ts';
import type { HeardEvent, ListenerFilter } from '../../../webhooks/listeners.ts';
import { ANSWER_TIMEOUT_MS, newSecret, signedRequest } from '../../../webhooks/secret.ts';
import { CliError, messageOf } from '../errors.ts';
import type { Instance } from '../instance/instance.ts';
import { write, type Answer } from '../output.ts';
import { findChannels } from '../posts/find-channels.ts';
import { clock, openEvents } from './event-source.ts';

export interface ListenOptions {
  readonly forwardTo: string;
  readonly events?: readonly string[];
  readonly channels?: readonly string[];
  readonly json?: boolean;
}

const PAUSE_MS = 1000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends with Ctrl-C. With --json its lines go to stderr. */
export async function listen(instance: Instance, options: ListenOptions): Promise<Answer> {
  const url = urlOf(options.forwardTo);
  const { secret, words: message } = chooseSecret(childEnv().CRIER_WEBHOOK_SECRET?.trim());
  const filter = await filterOf(instance, options);
  const say = (line: string): Promise<void> =>
    write(options.json ? process.stderr : process.stdout, `${line}\n`);

  const stop = new AbortController();
  const end = (): void => stop.abort();
  for (const signal of SIGNALS) process.once(signal, end);
  const source = await openEvents(instance, { filter, say });
  const tally = { forwarded: 0, refused: 0 };
  try {
    await say(`Events are forwarded to ${url.href}. Ctrl-C ends it\n${message}`);
    for (let taken: string[] = []; !stop.signal.aborted;) {
      const events = await source.next(taken);
      taken = [];
      // The pause is cut short by Ctrl-C, which ends the loop.
      if (!events.length) await pause(PAUSE_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      for (const event of events) {
        const answer = await forward(event, { url, secret, signal: stop.signal });
        if (stop.signal.aborted) break;
        taken.push(event.id);
        tally.forwarded++;
        if (!answer.isTaken) tally.refused++;
        await say(`${clock(new Date())}  ${event.type.padEnd(20)}  ${event.id}  ${answer.words}`);
      }
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    await source
      .end()
      .catch((error: unknown) =>
        say(`The instance keeps events for ${LISTENER_MINUTES} minutes longer (${messageOf(error)})`),
      );
  }
  const { forwarded, refused } = tally;
  return {
    json: tally,
    lines: [`${counted(forwarded, 'event')} forwarded, ${refused} of them without success`],
  };
}

interface Forwarded {
  readonly isTaken: boolean;
  readonly words: string;
}

async function forward(
  event: HeardEvent,
  { url, secret, signal }: { readonly url: URL; readonly secret: string; readonly signal: AbortSignal },
): Promise<Forwarded> {
  const began = performance.now();
  try {
    const body = JSON.stringify(event);
    const response = await fetch(url, {
      ...signedRequest({ id: event.id, at: new Date(), body, secrets: [secret] }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return {
      isTaken: response.ok,
      words: `${response.status} in ${Math.round(performance.now() - began)} ms`,
    };
  } catch (error) {
    return { isTaken: false, words: failureText(error as Error) };
  }
}

function failureText(error: Error): string {
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_TIMEOUT_MS / 1000} seconds`;
  return `no answer: ${messageOf(error.cause ?? error)}`;
}

/** `localhost:3000/hook` is enough. */
function urlOf(typed: string): URL {
  const url = URL.parse(/^[a-z][\w+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new CliError('usage', '--forward-to must be a URL such as http://localhost:3000/hook');
  }
  return url;
}

function chooseSecret(input: string | undefined): { secret: string; words: string } {
  if (!input) {
    const secret = newSecret();
    return { secret, words: `The secret of their signatures, shown only now: ${secret}` };
  }
  const message = 'CRIER_WEBHOOK_SECRET is not a secret of Standard Webhooks: whsec_ and Base64';
  if (!input.startsWith('whsec_')) throw new CliError('usage', message);
  try {
    signedRequest({ id: 'a', at: new Date(), body: '', secrets: [input] });
  } catch (error) {
    throw new CliError('usage', message, { cause: error });
  }
  return { secret: input, words: 'They are signed with the secret in CRIER_WEBHOOK_SECRET' };
}

async function filterOf(
  instance: Instance,
  { events, channels }: Pick<ListenOptions, 'events' | 'channels'>,
): Promise<ListenerFilter> {
  const types = events?.flatMap((typed) => typed.split(',')).map((type) => type.trim());
  const unknown = types?.find((type) => !WEBHOOK_EVENT_TYPES.some((known) => known === type));
  if (unknown !== undefined) {
    throw new CliError('usage', `There is no event "${unknown}": ${WEBHOOK_EVENT_TYPES.join(', ')}`);
  }
  return {
    events: types ? [...new Set(types as WebhookEventType[])] : null,
    channels: channels ? (await findChannels(instance, channels)).map(({ id }) => id) : null,
  };
}
