import type { auth as english } from '../en/auth.ts';
import type { Words } from '../words.ts';

export const auth: Words<typeof english> = {
  fields: {
    name: 'Name',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    organization: 'Organisation',
    timeZone: 'Zeitzone',
  },
  passwordHint: (least) => `Mindestens ${least} Zeichen. Ein kurzer Satz eignet sich gut.`,
  shortPassword: (least) => `Zu kurz: mindestens ${least} Zeichen verwenden`,
  showPassword: 'Passwort anzeigen',
  missing: (label) => `Bitte ausfüllen: ${label}`,
  noEmail: 'Bitte eine E-Mail-Adresse wie name@example.org eingeben',
  wrongFields: (labels) => `Bitte prüfen: ${labels.join(', ')}`,
  signIn: {
    title: 'Anmelden',
    action: 'Anmelden',
    forgot: 'Passwort vergessen?',
    noAccount: 'Noch kein Konto?',
    signUp: 'Registrieren',
    failed: 'Die Anmeldung ist fehlgeschlagen',
    resend: 'E-Mail noch einmal senden',
    resent: 'Falls diese Adresse noch zu bestätigen ist, ist eine E-Mail unterwegs.',
    toInvitation: 'Anmelden, um die Einladung anzunehmen.',
    toApp: (app) => `Anmelden, um mit ${app} fortzufahren.`,
    noOperator: 'Diese Instanz hat noch keinen Betreiber.',
    beOperator: 'Konto des Betreibers anlegen',
  },
  signUp: {
    title: 'Registrieren',
    action: 'Konto anlegen',
    organizationHint: 'Eine Person oder ein Team. Der Name lässt sich später ändern.',
    hasAccount: 'Schon ein Konto?',
    signIn: 'Anmelden',
    closed: 'Die Registrierung ist geschlossen',
    closedHelp:
      'Ein Konto gibt es hier nur mit einer Einladung. Wer schon ein Konto hat, kann eine ausstellen.',
    invited: (organization, role) =>
      `Beitritt zu ${organization} ${{ owner: 'mit allen Rechten', admin: 'zur Verwaltung', member: 'als Mitglied' }[role]}.`,
    invitedAddress: 'Die Einladung gilt für diese Adresse.',
    checkMail: 'E-Mail prüfen',
    checkMailHelp: (email) =>
      `Eine E-Mail an ${email} ist unterwegs. Der Link darin bestätigt die Adresse und aktiviert das Konto.`,
  },
};
