/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'dev.to, Settings, Extensions, DEV Community API Keys: enter a description and press Generate API Key':
    'dev.to, Settings, Extensions, DEV Community API Keys: eine Beschreibung eingeben und Generate API Key drücken',
  'Title of the article, 2 to 128 characters; DEV takes one that the same author used in the last five minutes only after them':
    'Titel des Artikels, 2 bis 128 Zeichen; einen Titel der letzten fünf Minuten nimmt DEV erst danach wieder',
  'Cover: an uploaded picture, shown from its public URL':
    'Titelbild: ein hochgeladenes Bild, das von seiner öffentlichen Adresse gezeigt wird',
  'URL where the article first appeared; DEV accepts each URL only once. Optional':
    'Adresse, unter der der Artikel zuerst erschienen ist; DEV nimmt jede nur einmal. Freiwillig',
  Organization: 'Organisation',
  Description: 'Beschreibung',
  Series: 'Serie',
  'Line for lists and search engines; without one, DEV takes the beginning of the text':
    'Zeile für Listen und Suchmaschinen; sonst nimmt DEV den Anfang des Texts',
  'Name of the series, the same in each of its articles; DEV begins a new one by itself':
    'Name der Serie, in jedem ihrer Artikel derselbe; eine neue beginnt DEV von selbst',
  'ID of the organisation to publish for; empty or absent: your own account':
    'Nummer der Organisation, für die er erscheint; leer: Ihr eigenes Konto',
  'Up to 4 tags; new tags are created': 'Bis zu 4 Tags; neue werden angelegt',
  'ID of the tag; not sent': 'Nummer des Tags; wird nicht gesendet',
  'The tag: up to 30 letters and digits; converted to lower case':
    'Das Tag: bis zu 30 Buchstaben und Ziffern; wird klein geschrieben',
};
