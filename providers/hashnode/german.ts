/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Personal access token': 'Persönliches Zugriffstoken',
  'hashnode.com, Account Settings, Developer, Generate New Token. The publication needs the Pro plan':
    'hashnode.com, Account Settings, Developer, Generate New Token. Die Publikation braucht den Pro-Tarif',
  'Title of the article, at least 6 characters, from which the URL is made':
    'Titel des Artikels, mindestens 6 Zeichen; aus ihm entsteht auch die Adresse',
  'Optional subtitle of at least 2 characters': 'Untertitel von mindestens 2 Zeichen. Freiwillig',
  'Cover: an uploaded picture of up to 8 MiB': 'Titelbild: ein hochgeladenes Bild bis 8 MiB',
  'URL where the article first appeared. Optional':
    'Adresse, unter der der Artikel zuerst erschienen ist. Freiwillig',
  'ID of the publication; Hashnode requires its Pro plan':
    'Nummer der Publikation; Hashnode verlangt seinen Pro-Tarif',
  '1 to 15 tags': '1 bis 15 Tags',
  'ID of the tag': 'Nummer des Tags',
  'ID of a series of the publication. Optional': 'Nummer einer Serie der Publikation. Freiwillig',
  'Name of the tag; Hashnode creates new ones': 'Name des Tags; Hashnode legt neue an',
};
