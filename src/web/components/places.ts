import type { Me } from '../api/session.ts';
import type { IconName } from '../look/icon-names.ts';
import { strings } from '../strings/index.ts';

const { nav } = strings.common;

/** A page that the navigation leads to. */
export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
}

/** Where a post is written. */
export const compose: Place = { to: '/compose', label: nav.compose, icon: 'plus' };
const home: Place = { to: '/', label: nav.home, icon: 'home' };
const calendar: Place = { to: '/calendar', label: nav.calendar, icon: 'calendar' };
const queue: Place = { to: '/queue', label: nav.queue, icon: 'clock' };
const drafts: Place = { to: '/drafts', label: strings.drafts.title, icon: 'pencil' };
const channels: Place = { to: '/channels', label: nav.channels, icon: 'plug-connected' };
const media: Place = { to: '/media', label: nav.media, icon: 'photo' };
const numbers: Place = { to: '/numbers', label: nav.numbers, icon: 'chart-line' };
const settings: Place = { to: '/settings', label: nav.settings, icon: 'settings' };
const instance: Place = { to: '/instance', label: nav.instance, icon: 'server-2' };

/** The places of a person; the instance is its operator's alone. */
export function placesOf({ user }: Pick<Me, 'user'>): {
  /** In the bar at the bottom of a phone, two on each side of the button that composes. */
  readonly first: readonly Place[];
  /** On a phone below "More". */
  readonly more: readonly Place[];
} {
  return {
    first: [home, calendar, channels],
    more: [queue, drafts, media, numbers, settings, ...(user.operator ? [instance] : [])],
  };
}
