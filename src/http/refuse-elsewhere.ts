/** While another instance publishes for an organisation, what it owns is read here and changed there. */
import { ApiError } from '../platform/errors.ts';
import type { Operation } from './operation.ts';
import type { Middleware } from './types.ts';

/**
 * What v1 would overwrite with its next copy, and what an instance that the organisation was moved to does
 * not know of.
 */
const OWNED = new Set<Operation['tag']>(['Posts', 'Channels', 'Connecting', 'Media']);

/** Whether an operation belongs to the instance that publishes. */
export const changesWhatIsPublished = ({ method, tag, whileOnV1 }: Operation): boolean =>
  method !== 'get' && OWNED.has(tag) && whileOnV1 !== 'allowed';

/** Refuses the request of an organisation that another instance publishes for; nothing is changed. */
export function refuseElsewhere(): Middleware {
  return (ctx, next) => {
    const { v1, moved } = ctx.state.caller;
    if (v1 === 'doubt') throw new ApiError('publisher_in_doubt');
    if (v1 === 'v1') throw new ApiError('cutover_pending');
    if (moved) throw new ApiError('organization_moved');
    return next();
  };
}
