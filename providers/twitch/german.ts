/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Message type': 'Art der Nachricht',
  'What to send to the chat: a message (default) or a highlighted announcement':
    'Was in den Chat geht: eine Nachricht (Vorgabe) oder eine hervorgehobene Ankündigung',
  Message: 'Nachricht',
  Announcement: 'Ankündigung',
  'Announcement color': 'Farbe der Ankündigung',
  'Colour of an announcement: the accent colour of the channel (default), blue, green, orange or purple. Ignored for a message':
    'Farbe einer Ankündigung: die Akzentfarbe des Kanals (Vorgabe), blau, grün, orange oder violett. Ohne Wirkung auf eine Nachricht',
  Primary: 'Farbe des Kanals',
  Blue: 'Blau',
  Green: 'Grün',
  Orange: 'Orange',
  Purple: 'Violett',
};
