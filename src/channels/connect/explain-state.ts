/** Why a person who came back from a network cannot connect, and what to do about it. */
import type { Person } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { rememberState, type Remembered } from './state.ts';

/**
 * Who came back (null = nobody is signed in in that browser), with what, and the origin their browser is at.
 */
export interface CameBack {
  readonly person: Person | null;
  readonly provider: string;
  readonly state: string;
  readonly origin: string;
}

/** The error for a state that could not be claimed. */
export async function invalidState(
  context: Pick<Context, 'database' | 'publicUrl'>,
  back: CameBack,
): Promise<ApiError> {
  const known = back.state ? await rememberState(context, back.state) : undefined;
  return new ApiError('invalid_state', { message: messageOf(context, back, known) });
}

/**
 * Explains a state to a browser that came back with it while nobody is signed in: null = the state was
 * requested with an API key, and any admin of the organisation finishes it by signing in. Consumes nothing,
 * and reveals nothing but hosts.
 */
export async function previewState(
  context: Pick<Context, 'database' | 'publicUrl'>,
  back: Omit<CameBack, 'person'>,
): Promise<string | null> {
  const known = back.state ? await rememberState(context, back.state) : undefined;
  const isGood = known && !known.used && !known.expired && known.provider === back.provider;
  return isGood && known.sessionId === null ? null : messageOf(context, { ...back, person: null }, known);
}

const messageOf = (
  context: Pick<Context, 'publicUrl'>,
  back: CameBack,
  known: Remembered | undefined,
): string => `Invalid state: ${reason(context, back, known)}`;

const AGAIN = 'Connect the channel again from the beginning';

// The most specific reason first: for a state that was used, the URL does not matter.
function reason(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { person, provider, state, origin }: CameBack,
  known: Remembered | undefined,
): string {
  const ended = hostOf(origin);
  const began = hostOf(known?.origin ?? publicUrl);
  if (known?.used) return `this link was used already. ${AGAIN}`;
  if (known?.expired) return `this link is older than one hour. ${AGAIN}`;
  if (known && known.provider !== provider) return `this link is of another network. ${AGAIN}`;
  if (known && person && known.organizationId !== person.organizationId) {
    return 'this link is of another organisation. Switch to that organisation, and connect the channel there';
  }
  if (began !== ended) {
    return `connecting began at ${began} and came back to ${ended}. Set FRONTEND_URL to the URL under which people open Crier (${origin}, or ${known?.origin ?? publicUrl}), open only that one, and connect the channel again`;
  }
  if (known) return `this link was made in another browser, or before you signed in again. ${AGAIN}`;
  return `${state ? 'this link was used already, or is older than one hour' : 'the network sent no state back'}. ${AGAIN}`;
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : origin);
