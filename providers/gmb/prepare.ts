/** The final request but for its photo, which Google fetches. Nothing is sent before. */
import type { Provider } from '../_kit/contract.ts';
import { localPost } from './payload.ts';

export const prepare: Provider['prepare'] = async (request, ctx) => localPost(request, ctx.now());
