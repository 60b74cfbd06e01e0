/** The final request but for its photo, which Google fetches. Nothing is sent before. */
import type { Provider } from '../_kit/contract.ts';
import { localPost } from './payload.ts';

/** An event without a date is of the day on which it is published. */
export const KEPT_MS = 3_600_000;

export const prepare: Provider['prepare'] = async (request, ctx) => localPost(request, ctx.now());
