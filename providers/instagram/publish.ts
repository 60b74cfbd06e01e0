/** The calls that publish as an account that is connected through a Facebook Page. */
import { publishOf, removeOf } from '../_shared/meta/instagram/publish.ts';
import { LOGIN } from './api.ts';

export const publish = publishOf(LOGIN);

/** Only Facebook Login lets an app delete. */
export const remove = removeOf(LOGIN);
