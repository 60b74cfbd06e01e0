/** Whether a call took effect, from what an account shows that is connected directly. */
import { recentOf, verifyOf } from '../_shared/meta/instagram/verify.ts';
import { LOGIN } from './api.ts';

export const verify = verifyOf(LOGIN);
export const recent = recentOf(LOGIN);
