import type { Me } from '../api/session.ts';
import type { IconName } from '../look/icon-names.ts';
import { strings } from '../strings/index.ts';

const { nav } = strings.common;

/** A page that the navigation leads to. */
export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** The letter that leads to it, after `g`. */
  readonly key?: string;
}

/** Where a post is written. */
export const compose: Place = { to: '/compose', label: nav.compose, icon: 'plus', key: 'c' };
const home: Place = { to: '/', label: nav.home, icon: 'home', key: 'h' };
const calendar: Place = { to: '/calendar', label: nav.calendar, icon: 'calendar', key: 'c' };
const queue: Place = { to: '/queue', label: nav.queue, icon: 'clock', key: 'q' };
const drafts: Place = { to: '/drafts', label: strings.home.drafts, icon: 'pencil', key: 'd' };
const channels: Place = { to: '/channels', label: nav.channels, icon: 'plug-connected', key: 'n' };
const media: Place = { to: '/media', label: nav.media, icon: 'photo', key: 'm' };
const numbers: Place = { to: '/numbers', label: nav.numbers, icon: 'chart-line', key: 'a' };
const settings: Place = { to: '/settings', label: nav.settings, icon: 'settings', key: 's' };
const notifications: Place = { to: '/notifications', label: nav.notifications, icon: 'bell', key: 'b' };
const instance: Place = { to: '/instance', label: nav.instance, icon: 'server-2', key: 'i' };

/** The places of a person; the instance is its operator's alone. */
export function placesOf({ user }: Pick<Me, 'user'>): {
  /** In the bar at the bottom of a phone, two on each side of the button that composes. */
  readonly first: readonly Place[];
  /** On a phone below "More". */
  readonly more: readonly Place[];
} {
  return {
    first: [home, calendar, channels],
    more: [queue, drafts, media, numbers, notifications, settings, ...(user.operator ? [instance] : [])],
  };
}
