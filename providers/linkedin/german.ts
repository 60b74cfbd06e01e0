/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Carousel name': 'Name des Dokuments',
  'Post as images carousel': 'Bilder als Dokument zum Blättern',
  'Title of that document; default: slides': 'Titel dieses Dokuments; sonst: slides',
  'Whether the pictures (at least 2, no video) become one document to page through':
    'Ob aus den Bildern (mindestens 2, kein Video) ein Dokument zum Blättern wird',
};
