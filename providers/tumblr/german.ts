/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Source URL': 'Adresse der Quelle',
  'URL of the source, for content from elsewhere; http or https':
    'Adresse der Quelle, für Inhalte von anderswo; http oder https',
  'URL that the post shows as a link card; http or https':
    'Adresse, die der Beitrag als Karte zeigt; http oder https',
  'Heading above the post, up to 4,096 characters': 'Überschrift über dem Beitrag, bis zu 4.096 Zeichen',
  'Tags, separated by commas: "spring, menu"': 'Tags, durch Kommas getrennt: „frühling, karte“',
};
