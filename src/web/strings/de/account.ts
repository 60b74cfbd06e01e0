import type { account as english } from '../en/account.ts';
import type { Words } from '../words.ts';

/** Choosing another password, and the pages that links in mails open. */
export const account: Words<typeof english> = {
  forgot: {
    title: 'Passwort vergessen?',
    intro: 'E-Mail-Adresse eingeben, um einen Link für ein neues Passwort zu erhalten.',
    action: 'Link senden',
    back: 'Zurück zur Anmeldung',
    sent: 'E-Mail prüfen',
    sentHelp: (email) =>
      `Wenn es hier ein Konto für ${email} gibt, ist eine E-Mail mit einem Link unterwegs. Er gilt eine Stunde.`,
    noMail:
      'Diese Instanz versendet keine E-Mails. Wer sie betreibt, kann einen Link erzeugen mit: ' +
      'npm run crier -- users reset-password EMAIL',
  },
  reset: {
    title: 'Neues Passwort wählen',
    intro: 'Damit enden alle Sitzungen dieses Kontos.',
    action: 'Passwort setzen',
    done: 'Passwort geändert',
    doneHelp: 'Die Anmeldung ist jetzt damit möglich.',
    signIn: 'Anmelden',
    noToken: 'Dieser Link ist unvollständig',
    noTokenHelp: 'Den Link in der E-Mail noch einmal öffnen oder einen neuen anfordern.',
    again: 'Neuen Link senden',
  },
  activate: {
    title: 'Adresse bestätigen',
    intro:
      'Bitte das Passwort eingeben, das bei der Registrierung gewählt wurde. Ohne Registrierung diese Seite ' +
      'schließen: Ohne das Passwort erhält niemand ein Konto mit dieser Adresse.',
    action: 'Bestätigen',
    failed: 'Die Adresse konnte nicht bestätigt werden',
    again: 'Anmelden, um einen neuen Link zu erhalten',
    noToken: 'Dieser Link ist unvollständig. Bitte den Link in der E-Mail noch einmal öffnen.',
  },
};
