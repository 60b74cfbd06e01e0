/** Every English text of the web app, by the part of it that shows the text. */
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

export const english = {
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
} as const;
