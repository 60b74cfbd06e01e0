/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Content warning': 'Inhaltswarnung',
  Subject: 'Betreff',
  'Reason why the note is hidden until people choose to see it; empty: it is shown':
    'Grund, aus dem die Notiz verdeckt ist, bis man sie sehen will; leer: sie ist zu sehen',
  'Subject that apps with lists of notes show, up to 80 characters. Optional':
    'Betreff, den Apps mit Listen von Notizen zeigen, bis 80 Zeichen. Freiwillig',
  'Private key': 'Privater Schlüssel',
  Relays: 'Relays',
  'Addresses such as wss://nos.lol, separated by commas': 'Adressen wie wss://nos.lol, durch Kommas getrennt',
  'nsec1… or 64 hexadecimal digits. Leave empty to create a new key':
    'nsec1… oder 64 hexadezimale Ziffern. Leer lassen, um einen neuen Schlüssel zu erzeugen',
};
