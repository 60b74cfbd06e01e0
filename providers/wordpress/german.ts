/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Application password': 'Anwendungspasswort',
  Pending: 'Wartet auf Freigabe',
  Publish: 'Veröffentlicht',
  'Site address': 'Adresse der Website',
  Status: 'Status',
  'Address of the site, e.g. https://blog.example': 'Adresse der Website, etwa https://blog.example',
  'Featured image: an uploaded file': 'Beitragsbild: eine hochgeladene Datei',
  'Name of a user of the site who may write posts, with the role Author or above':
    'Name eines Benutzers der Website, der Beiträge schreiben darf: ab der Rolle Autor',
  'Post type: post, page, or another type of the site':
    'Beitragstyp: post, page oder ein anderer der Website',
  'Status of the post once it is published': 'Status des Beitrags nach der Veröffentlichung',
  'Title of the post, which also becomes its address':
    'Titel des Beitrags, aus dem auch seine Adresse entsteht',
  'Users, Profile, Application Passwords, "Add New Application Password"; not the password for logging in':
    'Benutzer, Profil, Anwendungspasswörter, „Neues Anwendungspasswort hinzufügen“; nicht das Passwort zum Anmelden',
};
