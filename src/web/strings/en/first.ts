/** The English texts of the first page, of signing in, and of what surrounds every page. */
import { auth } from './auth.ts';
import { common } from './common.ts';
import { home } from './home.ts';
import { live } from './live.ts';
import { posts } from './posts.ts';
import { status } from './status.ts';

export const first = { auth, common, home, live, posts, status } as const;
