/** Zeigt der Service Worker, solange Crier nicht zu erreichen ist. */
import type { installed as english } from '../en/installed.ts';
import type { Words } from '../words.ts';

export const installed: Words<typeof english> = {
  title: 'Keine Verbindung',
  help: 'Crier ist nicht zu erreichen. Was geschrieben wurde, steht noch in seinem Fenster oder in den Entwürfen.',
  tryAgain: 'Erneut versuchen',
};
