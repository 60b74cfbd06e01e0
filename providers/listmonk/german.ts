/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  Subject: 'Betreff',
  'Subject of the email, up to 5,000 bytes': 'Betreff der E-Mail, bis zu 5.000 Bytes',
  Preview: 'Vorschautext',
  'Text that inboxes show next to the subject; may be empty':
    'Text, den Posteingänge neben dem Betreff zeigen; darf leer sein',
  List: 'Liste',
  'ID of the list of subscribers': 'Liste der Abonnenten',
  Template: 'Vorlage',
  'ID of the template; 0, empty or absent: the default one': 'Vorlage; ohne Angabe die Standardvorlage',
  'URL of listmonk': 'Adresse von listmonk',
  'URL of your listmonk, e.g. https://news.example':
    'Adresse der eigenen listmonk-Instanz, z. B. https://news.example',
  'API user': 'API-Benutzer',
  'Name of an API user (Admin, Users); before version 4, the user name of the dashboard':
    'Name eines API-Benutzers (Admin, Users); vor Version 4 der Benutzername der Verwaltung',
  'Token of the API user': 'Token des API-Benutzers',
  'Shown once when the API user is created; before version 4, the password of the dashboard':
    'Wird einmal gezeigt, wenn der API-Benutzer angelegt wird; vor Version 4 das Passwort der Verwaltung',
};
