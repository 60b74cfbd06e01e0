/** The German texts of all other pages, and of refusals. */
import type { pages as english } from '../en/pages.ts';
import type { Words } from '../words.ts';
import { account } from './account.ts';
import { calendar } from './calendar.ts';
import { channels } from './channels.ts';
import { composer } from './composer.ts';
import { connect } from './connect.ts';
import { consent } from './consent.ts';
import { drafts } from './drafts.ts';
import { instance } from './instance.ts';
import { invitation } from './invitation.ts';
import { media } from './media.ts';
import { notifications } from './notifications.ts';
import { palette } from './palette.ts';
import { post } from './post.ts';
import { queue } from './queue.ts';
import { series } from './series.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { table } from './table.ts';
import { temporal } from './temporal.ts';
import { writing } from './writing.ts';

export { refusals } from './refusals.ts';

export const pages: Words<typeof english> = {
  account,
  calendar,
  channels,
  composer,
  connect,
  consent,
  drafts,
  instance,
  invitation,
  media,
  notifications,
  palette,
  post,
  queue,
  series,
  settings,
  setup,
  table,
  temporal,
  writing,
};
