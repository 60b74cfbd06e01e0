/** Every German text of the web app: a chunk of its own, fetched by those who read German. */
import type { english } from '../en/index.ts';
import type { Words } from '../words.ts';
import { apps } from './apps.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { connect } from './connect.ts';
import { consent } from './consent.ts';
import { posts } from './posts.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { status } from './status.ts';
import { temporal } from './temporal.ts';

export const german: Words<typeof english> = {
  common,
  posts,
  settings,
  apps,
  auth,
  setup,
  consent,
  connect,
  temporal,
  status,
};
