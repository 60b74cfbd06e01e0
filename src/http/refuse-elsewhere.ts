/** While another instance publishes for an organisation, what it owns is read here and changed there. */
import { ApiError } from '../platform/errors.ts';
import type { Operation } from './operation.ts';
import type { Middleware } from './types.ts';

/** What the next copy would overwrite, and what the organisation's new instance does not know of. */
const OWNED = new Set<Operation['tag']>(['Posts', 'Channels', 'Connecting', 'Media']);

/** Whether an operation belongs to the instance that publishes. */
export const changesWhatIsPublished = ({ method, tag, whileElsewhere }: Operation): boolean =>
  method !== 'get' && OWNED.has(tag) && whileElsewhere !== 'allowed';

/** Refuses the request of an organisation that another instance publishes for; nothing is changed. */
export function refuseElsewhere(): Middleware {
  return (ctx, next) => {
    const { publisher, moved } = ctx.state.caller;
    if (publisher === 'doubt') throw new ApiError('publisher_in_doubt');
    if (publisher === 'elsewhere') throw new ApiError('cutover_pending');
    if (moved) throw new ApiError('organization_moved');
    return next();
  };
}
