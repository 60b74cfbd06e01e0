/** The German texts of the first page, of signing in, and of what surrounds every page. */
import type { first as english } from '../en/first.ts';
import type { Words } from '../words.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { home } from './home.ts';
import { live } from './live.ts';
import { posts } from './posts.ts';
import { status } from './status.ts';

export const first: Words<typeof english> = { auth, common, home, live, posts, status };
