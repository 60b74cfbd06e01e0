/** Every German text of the web app: a chunk of its own, fetched by those who read German. */
import type { english } from '../en/index.ts';
import type { Words } from '../words.ts';
import { auth } from './auth.ts';
import { channels } from './channels.ts';
import { calendar } from './calendar.ts';
import { common } from './common.ts';
import { composer } from './composer.ts';
import { connect } from './connect.ts';
import { consent } from './consent.ts';
import { instance } from './instance.ts';
import { media } from './media.ts';
import { drafts } from './drafts.ts';
import { home } from './home.ts';
import { live } from './live.ts';
import { post } from './post.ts';
import { posts } from './posts.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { status } from './status.ts';
import { temporal } from './temporal.ts';

export const german: Words<typeof english> = {
  common,
  composer,
  drafts,
  home,
  live,
  post,
  posts,
  calendar,
  settings,
  auth,
  setup,
  consent,
  connect,
  temporal,
  status,
  channels,
  media,
  instance,
};
