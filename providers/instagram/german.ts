/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Post (one picture, one video as a reel, or a carousel of 2 to 10 files) or story (each file becomes a separate story)':
    'Beitrag (ein Bild, ein Video als Reel oder ein Karussell aus 2 bis 10 Dateien) oder Story (jede Datei wird eine eigene Story)',
  'Is trial reel': 'Probe-Reel',
  'Whether the reel is first shown only to people who do not follow the account; for a post of exactly one video':
    'Ob das Reel zuerst nur Leuten gezeigt wird, die dem Konto nicht folgen; für einen Beitrag aus genau einem Video',
  'Graduation strategy': 'Freigabe für Follower',
  'When a trial reel is shown to followers: when you decide (default), or if it performs well. For trial reels only':
    'Wann ein Probe-Reel den Followern gezeigt wird: auf eigene Entscheidung (Vorgabe), oder wenn es gut ankommt. Nur für Probe-Reels',
  Manual: 'Auf eigene Entscheidung',
  'Ss performance': 'Wenn es gut ankommt',
  Collaborators: 'Mitwirkende',
  'Up to 3 public accounts that are invited as collaborators, by user name; not for stories':
    'Bis zu 3 öffentliche Konten, die als Mitwirkende eingeladen werden, mit Benutzernamen; nicht für Storys',
  Cover: 'Titelbild',
  'Picture that stands for a reel where it does not play: JPEG of up to 8 MB, ideally 9:16':
    'Bild, das für ein Reel steht, wo es nicht läuft: JPEG mit bis zu 8 MB, am besten 9:16',
  'Thumb offset': 'Standbild',
  'Moment of a reel that stands for it; a cover goes before it':
    'Moment eines Reels, der dafür steht; ein Titelbild geht vor',
  'Share to feed': 'Auch im Feed',
  'Whether a reel is shown in the feed as well, and not only under Reels':
    'Ob ein Reel auch im Feed erscheint und nicht nur unter Reels',
  'Location ID': 'Ort',
  'ID of the Facebook Page of a place with an address; not for stories':
    'Nummer der Facebook-Seite eines Ortes mit Adresse; nicht für Storys',
  'User tags': 'Markierte Personen',
  'People on a picture or a reel: up to 20 public accounts for each file, on a picture with their position':
    'Personen auf einem Bild oder Reel: bis zu 20 öffentliche Konten je Datei, auf einem Bild mit ihrer Position',
  'Position from the left': 'Position von links',
  'Share of the picture, from 0 (its left) to 1; 0.5 is the middle':
    'Anteil des Bildes, von 0 (links) bis 1; 0,5 ist die Mitte',
  'Position from the top': 'Position von oben',
  'Share of the picture, from 0 (its top) to 1; 0.5 is the middle':
    'Anteil des Bildes, von 0 (oben) bis 1; 0,5 ist die Mitte',
  'Number of the file': 'Nummer der Datei',
  'Which file it is on, counted from 0; default: 0, the first':
    'Auf welcher Datei, von 0 an gezählt; sonst 0, die erste',
  'Is AI generated': 'Mit KI erstellt',
  'Whether the post is labelled as made with AI': 'Ob der Beitrag als mit KI erstellt gekennzeichnet wird',
  Audio: 'Ton',
  'Sound of a reel, for a post of exactly one video':
    'Ton eines Reels, für einen Beitrag aus genau einem Video',
  'ID of the sound': 'ID des Tons',
  'Title, only for display': 'Titel, nur zur Anzeige',
  Artist: 'Interpret',
  'Artist, only for display': 'Interpret, nur zur Anzeige',
  'URL of a picture, only for display': 'Adresse eines Bildes, nur zur Anzeige',
  'Audio volume': 'Lautstärke des Tons',
  'Volume of the sound, 0 to 100; default 100': 'Lautstärke des Tons, 0 bis 100; Vorgabe 100',
  'Video volume': 'Lautstärke des Videos',
  "Volume of the video's own sound, 0 to 100; default 100":
    'Lautstärke des eigenen Tons des Videos, 0 bis 100; Vorgabe 100',
};
