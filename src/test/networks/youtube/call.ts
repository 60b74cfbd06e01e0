/** A request as the routes see it, and the errors that they throw. */
import { ApiError, type Call, type Route as GoogleRoute } from '../google/call.ts';
import type { Grant, State } from './state.ts';

export { ApiError, type Answer, type Call } from '../google/call.ts';

/** The form of the Data API (developers.google.com/youtube/v3/docs/errors). */
export const failed = (code: number, reason: string, message: string, domain = 'youtube.video'): ApiError =>
  new ApiError(code, { error: { code, message, errors: [{ message, domain, reason }] } });

/** A route of the Data API. */
export type Route = GoogleRoute<State>;

const SCOPE = 'https://www.googleapis.com/auth/youtube';

/** @throws ApiError 401 for a token that is unknown or ended, 403 for one without the permission */
export function authorize(state: State, { headers }: Call): Grant {
  const grant = state.accessTokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
  if (!grant || grant.ended) {
    throw failed(401, 'authError', 'Request had invalid authentication credentials.', 'global');
  }
  if (!grant.scopes.includes(SCOPE)) {
    throw failed(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', 'global');
  }
  return grant;
}

/** The parts that a request asks for, each of which must be known. */
export function partsOf({ query }: Call, known: readonly string[]): string[] {
  const parts = query.getAll('part').flatMap((part) => part.split(','));
  if (!parts.length) throw failed(400, 'missingRequiredParameter', 'No filter selected.', 'youtube.part');
  const unknown = parts.find((part) => !known.includes(part));
  if (unknown) throw failed(400, 'unknownPart', `'${unknown}'`, 'youtube.part');
  return parts;
}
