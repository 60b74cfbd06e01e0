/** Why a person who came back from a network cannot connect, and what to do about it. */
import type { Person } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences.ts';
import { rememberState, type Remembered } from './state.ts';
import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';

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
  return new ApiError('invalid_state', reason(context, back, known));
}

/**
 * Explains a state to a browser that came back with it while nobody is signed in: null = the state was
 * requested with an API key, and any admin of the organisation finishes it by signing in. Consumes nothing,
 * and reveals nothing but hosts.
 */
export async function previewState(
  context: Pick<Context, 'database' | 'publicUrl'>,
  back: Omit<CameBack, 'person'>,
): Promise<Sentence | null> {
  const known = back.state ? await rememberState(context, back.state) : undefined;
  const isGood = known && !known.used && !known.expired && known.provider === back.provider;
  return isGood && known.sessionId === null ? null : reason(context, { ...back, person: null }, known);
}

// The most specific reason first: for a state that was used, the URL does not matter.
function reason(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { person, provider, state, origin }: CameBack,
  known: Remembered | undefined,
): Sentence {
  const ended = hostOf(origin);
  const began = hostOf(known?.origin ?? publicUrl);
  if (known?.used) return sentence('state_used');
  if (known?.expired) return sentence('state_expired');
  if (known && known.provider !== provider) return sentence('state_of_another_network');
  if (known && person && known.organizationId !== person.organizationId) {
    return sentence('state_of_another_organization');
  }
  if (began !== ended) {
    const other = known?.origin ?? publicUrl;
    return sentence('state_of_another_host', { began, ended, origin, other });
  }
  if (known) return sentence('state_of_another_browser');
  return sentence(state ? 'state_unknown' : 'state_missing');
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : origin);
