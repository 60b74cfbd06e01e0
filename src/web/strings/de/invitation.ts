import type { invitation as english } from '../en/invitation.ts';
import type { Words } from '../words.ts';

/** The page of a link that a colleague has sent: for people with an account, and for others. */
export const invitation: Words<typeof english> = {
  title: 'Einladung',
  failed: 'Diese Einladung kann nicht verwendet werden',
  noToken:
    'Dieser Link ist unvollständig. Bitte den ursprünglichen Link noch einmal öffnen oder um eine neue Einladung bitten.',
  by: (person) => `Einladung von ${person}, dieser Organisation beizutreten:`,
  byNobody: 'Einladung, dieser Organisation beizutreten:',
  as: {
    owner: 'Mit der Rolle „Eigentum“ ist alles möglich, auch das Löschen der Organisation.',
    admin: 'Mit der Rolle „Verwaltung“: Beiträge, Kanäle, Mitglieder, API-Schlüssel und Apps verwalten.',
    member: 'Mit der Rolle „Mitglied“: Beiträge schreiben und planen.',
  },
  signedInAs: (name, email) => `Angemeldet als ${name} (${email})`,
  accept: 'Annehmen',
  other: 'Anderes Konto verwenden',
  signIn: 'Anmelden und annehmen',
  signUp: 'Konto anlegen und annehmen',
  start: 'Zur Startseite',
  forAddress: (email) => `Diese Einladung gilt für ${email}.`,
};
