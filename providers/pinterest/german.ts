/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  Board: 'Pinnwand',
  'Board section': 'Bereich der Pinnwand',
  Cards: 'Bilder des Karussells',
  Description: 'Beschreibung',
  'URL that the picture links to; http or https': 'Adresse, auf die das Bild verweist; http oder https',
  'Description of the picture, up to 800 characters': 'Beschreibung des Bildes, bis zu 800 Zeichen',
  'Texts and URLs of the pictures of a carousel, in their order':
    'Texte und Adressen der Bilder eines Karussells, in ihrer Reihenfolge',
  'Title of the picture, up to 100 characters': 'Titel des Bildes, bis zu 100 Zeichen',
  'Dominant color': 'Vorherrschende Farbe',
  'URL that the pin links to, up to 2,048 characters; http or https':
    'Adresse, auf die der Pin verweist, bis zu 2.048 Zeichen; http oder https',
  'Colour shown until the picture has loaded, as #RRGGBB':
    'Farbe, die erscheint, bis das Bild geladen ist, als #RRGGBB',
  'ID of a section of that board, digits only': 'ID eines Bereichs dieser Pinnwand, nur aus Ziffern',
  'ID of the board, digits only': 'ID der Pinnwand, nur aus Ziffern',
  'Title of the pin, up to 100 characters': 'Titel des Pins, bis zu 100 Zeichen',
};
