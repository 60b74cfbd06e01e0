/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Private key': 'Privater Schlüssel',
  Relays: 'Relays',
  'Addresses such as wss://nos.lol, separated by commas': 'Adressen wie wss://nos.lol, durch Kommas getrennt',
  'nsec1… or 64 hexadecimal digits. Leave empty to create a new key':
    'nsec1… oder 64 hexadezimale Ziffern. Leer lassen, um einen neuen Schlüssel zu erzeugen',
};
