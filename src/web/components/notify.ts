import { notifications } from '@mantine/notifications';
import { errorText } from './issues.ts';
import { strings } from '../strings/index.ts';

/** A short green message at the bottom of the window. */
export function notifySuccess(message: string): void {
  notifications.show({ message, color: 'green' });
}

/** "Profile saved", for a form that stays on the page. */
export function notifySaved(what: string): void {
  notifySuccess(strings.common.saved(what));
}

/** A short red message: the API's text, or that Crier cannot be reached. */
export function notifyError(error: unknown): void {
  notifications.show({ message: errorText(error), color: 'red' });
}
