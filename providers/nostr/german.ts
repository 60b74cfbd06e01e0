/** What the settings and fields of this network are called in German, by their English words. */
export const german: Readonly<Record<string, string>> = {
  'Private key': 'Privater Schlüssel',
  Relays: 'Relays',
  'Addresses such as wss://nos.lol, separated by commas': 'Adressen wie wss://nos.lol, durch Kommas getrennt',
  'nsec1… or 64 hexadecimal digits. Leave empty to create a new key':
    'nsec1… oder 64 hexadezimale Ziffern. Leer lassen, um einen neuen Schlüssel zu erzeugen',
};
