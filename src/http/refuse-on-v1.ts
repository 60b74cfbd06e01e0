/** While v1 publishes for an organisation, what it owns is read here and changed there. */
import { ApiError } from '../platform/errors.ts';
import type { Operation } from './operation.ts';
import type { Middleware } from './types.ts';

/** What v1 would overwrite with its next copy, or would not know of. */
const OWNED = new Set<Operation['tag']>(['Posts', 'Channels', 'Connecting', 'Media']);

/** Whether an operation waits until Crier takes over. */
export const waitsForCutover = ({ method, tag, whileOnV1 }: Operation): boolean =>
  method !== 'get' && OWNED.has(tag) && whileOnV1 !== 'allowed';

/** Refuses the request of an organisation that v1 publishes for; nothing is changed. */
export function refuseOnV1(): Middleware {
  return (ctx, next) => {
    if (ctx.state.caller.v1 === 'v1') throw new ApiError('cutover_pending');
    return next();
  };
}
