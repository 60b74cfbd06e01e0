/** Which codes an operation can be refused with. */
import type { ErrorCode } from '../../platform/errors.ts';
import type { Operation } from '../operation.ts';
import { changesWhatIsPublished } from '../refuse-elsewhere.ts';

/** Who calls: keys and access tokens the public operations, the sessions of the web app those of the app. */
export type Surface = 'public' | 'app';

const KEY_CODES = ['no_api_key', 'invalid_api_key', 'invalid_oauth_token'] as const;
const APP_CODES = ['not_signed_in', 'no_organization'] as const;

/** Whether a session must send its CSRF token with the operation. */
export const isSessionChange = (
  { access, method }: Pick<Operation, 'access' | 'method'>,
  surface: Surface,
): boolean => surface === 'app' && access !== 'open' && method !== 'get';

/** Whether an operation is about the organisation in which the session works, which it may name. */
export const isInOrganization = (
  { access, role }: Pick<Operation, 'access' | 'role'>,
  surface: Surface,
): boolean => surface === 'app' && access !== 'open' && role !== 'none';

/** Every code that an operation can answer with: its own, and those of the steps before it. */
export function codesOf(operation: Operation, surface: Surface): ErrorCode[] {
  const { path, params, query, method, access, role } = operation;
  const { body, multipart, idempotent, limited, errors } = operation;
  const codes: ErrorCode[] = [
    ...errors,
    'origin_not_allowed',
    'unavailable',
    'storage_unavailable',
    'internal',
  ];
  if (surface === 'app') codes.push('host_not_allowed');
  if (access !== 'open') codes.push(...(surface === 'app' ? APP_CODES : KEY_CODES));
  if (access !== 'open' && method !== 'get' && surface === 'public') codes.push('insufficient_scope');
  if (isSessionChange({ access, method }, surface)) codes.push('csrf_failed');
  if (isInOrganization(operation, surface)) codes.push('other_organization');
  if (access !== 'open' && (role === 'admin' || role === 'owner')) codes.push('insufficient_role');
  if (path.includes('{') || params) codes.push('invalid_id');
  if (query) codes.push('invalid_request');
  if (body && !multipart) {
    codes.push('invalid_json', 'invalid_request', 'body_too_large', 'unsupported_media_type');
  }
  if (idempotent) codes.push('invalid_idempotency_key', 'idempotency_key_reused');
  if (limited) codes.push('rate_limited');
  if (access !== 'open' && changesWhatIsPublished(operation)) {
    codes.push('cutover_pending', 'organization_moved', 'publisher_in_doubt');
  }
  return [...new Set(codes)];
}
