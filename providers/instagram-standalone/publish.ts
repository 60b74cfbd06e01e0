/** The calls that publish as an account that is connected directly. */
import { publishOf } from '../_shared/meta/instagram/publish.ts';
import { LOGIN } from './api.ts';

export const publish = publishOf(LOGIN);
