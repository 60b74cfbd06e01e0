/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Application password': 'Anwendungspasswort',
  Pending: 'Wartet auf Freigabe',
  Publish: 'Veröffentlicht',
  'Site URL': 'Adresse der Website',
  Status: 'Status',
  Author: 'Autor',
  Excerpt: 'Textauszug',
  'SEO title': 'SEO-Titel',
  'SEO description': 'SEO-Beschreibung',
  Slug: 'Titelform (Slug)',
  'Excerpt for lists of posts; without one, the site shows the beginning of the text':
    'Textauszug für Listen von Beiträgen; sonst zeigt die Website den Anfang des Texts',
  'Last part of the URL, in lower case with hyphens; default: made from the title':
    'Letzter Teil der Adresse, in Kleinbuchstaben mit Bindestrichen; sonst aus dem Titel gebildet',
  'ID of the author; empty: the connected user. Another one needs the role Editor':
    'Nummer des Autors; leer: der verbundene Benutzer. Ein anderer braucht die Rolle Redakteur',
  'Title for search engines, with Yoast SEO or Rank Math. Optional':
    'Titel für Suchmaschinen, mit Yoast SEO oder Rank Math. Freiwillig',
  'Description for search engines, with Yoast SEO or Rank Math. Optional':
    'Beschreibung für Suchmaschinen, mit Yoast SEO oder Rank Math. Freiwillig',
  'URL of the site, e.g. https://blog.example': 'Adresse der Website, etwa https://blog.example',
  'Featured image: an uploaded file': 'Beitragsbild: eine hochgeladene Datei',
  'Name of a user of the site who may write posts, with the role Author or above':
    'Name eines Benutzers der Website, der Beiträge schreiben darf: ab der Rolle Autor',
  'Post type: post, page, or another type of the site':
    'Beitragstyp: post, page oder ein anderer der Website',
  'Status of the post once it is published': 'Status des Beitrags nach der Veröffentlichung',
  'Title of the post, from which its URL is made': 'Titel des Beitrags, aus dem auch seine Adresse entsteht',
  'Users, Profile, Application Passwords, "Add New Application Password"; not the password for logging in':
    'Benutzer, Profil, Anwendungspasswörter, „Neues Anwendungspasswort hinzufügen“; nicht das Passwort zum Anmelden',
};
