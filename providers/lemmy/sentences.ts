/** What this network alone refuses, in English and in German. */
export const english = {
  lemmy_description_too_long:
    'The description of {file} has {length:number} characters; Lemmy allows {max:number}',
  lemmy_duplicate: 'is a duplicate of a post in the same community',
  lemmy_too_old: '{url} runs Lemmy {version}; Crier needs 0.19 or newer',
  lemmy_comment_too_long:
    'With its picture the comment has {length:number} characters; Lemmy allows {max:number}',
  lemmy_wrong_login: 'The user name or the password is wrong',
  lemmy_two_factors:
    'The account asks for a code of two-factor authentication at each login, which Crier cannot give. Turn it off for this account, or connect another one',
  lemmy_email_not_verified: 'The account has to confirm its email address at the instance first',
  lemmy_not_approved: 'The instance has not approved the account yet',
  lemmy_registration_refused: 'The instance has refused the registration of the account',
  lemmy_banned: 'The instance has banned the account',
  lemmy_account_deleted: 'The account was deleted',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  lemmy_description_too_long: 'Die Beschreibung von {file} hat {length} Zeichen; Lemmy erlaubt {max}',
  lemmy_duplicate: 'Derselbe Beitrag steht schon in dieser Community',
  lemmy_too_old: 'Auf {url} läuft Lemmy {version}; Crier braucht 0.19 oder neuer',
  lemmy_comment_too_long: 'Mit seinem Bild hat der Kommentar {length} Zeichen; Lemmy erlaubt {max}',
  lemmy_wrong_login: 'Der Benutzername oder das Passwort ist falsch',
  lemmy_two_factors:
    'Das Konto verlangt bei jeder Anmeldung einen Code der Zwei-Faktor-Authentifizierung, den Crier nicht geben kann. Bitte für dieses Konto ausschalten oder ein anderes verbinden',
  lemmy_email_not_verified: 'Das Konto muss erst bei der Instanz seine E-Mail-Adresse bestätigen',
  lemmy_not_approved: 'Die Instanz hat das Konto noch nicht freigegeben',
  lemmy_registration_refused: 'Die Instanz hat die Registrierung des Kontos abgelehnt',
  lemmy_banned: 'Die Instanz hat das Konto gesperrt',
  lemmy_account_deleted: 'Das Konto wurde gelöscht',
};
