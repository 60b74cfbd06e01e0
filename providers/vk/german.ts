/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Close comments': 'Kommentare schließen',
  Copyright: 'Quelle',
  'Mute notifications': 'Ohne Benachrichtigung',
  Signed: 'Mit Unterschrift',
  'Source of the post: the URL of a page, which VK shows below it':
    'Quelle des Beitrags: die Adresse einer Seite, die VK darunter zeigt',
  'Whether a post of a community is signed with the name of the person':
    'Ob ein Beitrag einer Gemeinschaft mit dem Namen der Person unterschrieben ist',
  'Whether followers are not notified': 'Ob Abonnenten nicht benachrichtigt werden',
  'Whether nobody can comment; not with further parts, which are comments':
    'Ob niemand kommentieren kann; nicht mit weiteren Teilen, die Kommentare sind',
};
