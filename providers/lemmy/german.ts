/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  Language: 'Sprache',
  "ID of the language of the text; empty: the account's own":
    'Nummer der Sprache des Texts; leer: die des Kontos',
  NSFW: 'Nicht jugendfrei (NSFW)',
  Password: 'Passwort',
  'URL of the instance where the account is, e.g. https://lemmy.world':
    'Adresse der Instanz mit dem Konto, etwa https://lemmy.world',
  'URL that the post links to. Optional': 'Adresse, zu der der Beitrag führt. Freiwillig',
  'Communities to post in, with one post in each. The same community, title and URL must not appear twice':
    'Ein Eintrag für jede Community, mit je einem Beitrag; Community, Titel und Adresse dürfen nicht doppelt vorkommen',
  "ID of the community at the account's instance": 'ID der Community auf der Instanz des Kontos',
  'Name of the community': 'Name der Community',
  'Password of the account, which must not ask for a code of two-factor authentication':
    'Passwort des Kontos; es darf keinen Code einer Zwei-Faktor-Anmeldung verlangen',
  'Title of the post: 3 to 200 characters on one line':
    'Titel des Beitrags: 3 bis 200 Zeichen in einer Zeile',
  'User name of the account, without @ and instance, or its email address':
    'Benutzername des Kontos, ohne @ und Instanz, oder seine E-Mail-Adresse',
  'Whether the post is marked as not safe for work': 'Ob der Beitrag als nicht jugendfrei markiert wird',
};
