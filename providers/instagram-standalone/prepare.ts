/** Containers of an account that is connected directly. */
import { prepareOf } from '../_shared/meta/instagram/prepare.ts';
import { LOGIN } from './api.ts';

export const prepare = prepareOf(LOGIN);
