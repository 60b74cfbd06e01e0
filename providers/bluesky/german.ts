/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'App password': 'App-Passwort',
  Handle: 'Handle',
  Service: 'Dienst',
  'Address of the service that hosts the account': 'Adresse des Dienstes, bei dem das Konto liegt',
  'Create one at Bluesky under Settings, Privacy and security, App passwords':
    'Bei Bluesky unter Einstellungen, Privatsphäre und Sicherheit, App-Passwörter anlegen',
  'Handle of the account, such as alice.bsky.social, or its email address':
    'Handle des Kontos, etwa alice.bsky.social, oder seine E-Mail-Adresse',
};
