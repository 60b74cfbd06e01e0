/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'post (one picture, one video as a reel, or a carousel of 2 to 10 files) or story (each file becomes a separate story)':
    'post (ein Bild, ein Video als Reel oder ein Karussell aus 2 bis 10 Dateien) oder story (jede Datei wird eine eigene Story)',
  'Is trial reel': 'Probe-Reel',
  'Whether the reel is first shown only to people who do not follow the account: post_type post with exactly one video':
    'Ob das Reel zuerst nur Leuten gezeigt wird, die dem Konto nicht folgen: post_type post mit genau einem Video',
  'Graduation strategy': 'Freigabe für Follower',
  'When a trial reel is shown to followers: MANUAL (default; when you decide) or SS_PERFORMANCE (if it performs well). Used only with is_trial_reel':
    'Wann ein Probe-Reel den Followern gezeigt wird: MANUAL (Vorgabe; wenn Sie es entscheiden) oder SS_PERFORMANCE (wenn es gut ankommt). Nur mit is_trial_reel',
  Manual: 'Von Hand',
  'Ss performance': 'Nach Erfolg',
  Collaborators: 'Mitwirkende',
  'Up to 3 public accounts that are invited as collaborators, as {label: user name}; not for stories':
    'Bis zu 3 öffentliche Konten, die als Mitwirkende eingeladen werden, als {label: Benutzername}; nicht für Storys',
  Cover: 'Titelbild',
  'Picture that stands for a reel where it does not play: JPEG of up to 8 MB, ideally 9:16':
    'Bild, das für ein Reel steht, wo es nicht läuft: JPEG mit bis zu 8 MB, am besten 9:16',
  'Thumb offset': 'Standbild',
  'Moment of a reel that stands for it, in milliseconds; a cover goes before it':
    'Moment eines Reels, der für es steht, in Millisekunden; ein Titelbild geht vor',
  'Share to feed': 'Auch im Feed',
  'Whether a reel is shown in the feed as well, and not only under Reels':
    'Ob ein Reel auch im Feed erscheint und nicht nur unter Reels',
  'Location ID': 'Ort',
  'ID of the Facebook Page of a place with an address; not for stories':
    'Nummer der Facebook-Seite eines Ortes mit Adresse; nicht für Storys',
  'User tags': 'Markierte Personen',
  'People on a picture or a reel: up to 20 public accounts for each file, as {label: user name}, for pictures with a place (x and y); on the first file unless file says otherwise':
    'Personen auf einem Bild oder Reel: bis zu 20 öffentliche Konten je Datei, als {label: Benutzername}, auf Bildern mit einem Platz (x und y); auf der ersten Datei, wenn file keine andere nennt',
  X: 'X',
  'Place on the picture, from the left: 0 to 1': 'Platz auf dem Bild, von links: 0 bis 1',
  Y: 'Y',
  'Place on the picture, from the top: 0 to 1': 'Platz auf dem Bild, von oben: 0 bis 1',
  File: 'Datei',
  'Index of the file, from 0 (default)': 'Nummer der Datei, von 0 an (Vorgabe)',
  'Is AI generated': 'Mit KI erstellt',
  'Whether the post is labelled as made with AI': 'Ob der Beitrag als mit KI erstellt gekennzeichnet wird',
  Audio: 'Ton',
  'Sound of a reel: post_type post with exactly one video':
    'Ton eines Reels: post_type post mit genau einem Video',
  'ID of the sound': 'ID des Tons',
  'Title, only for display': 'Titel, nur zur Anzeige',
  Artist: 'Interpret',
  'Artist, only for display': 'Interpret, nur zur Anzeige',
  'Address of a picture, only for display': 'Adresse eines Bildes, nur zur Anzeige',
  'Audio volume': 'Lautstärke des Tons',
  'Volume of the sound, 0 to 100; default 100': 'Lautstärke des Tons, 0 bis 100; Vorgabe 100',
  'Video volume': 'Lautstärke des Videos',
  "Volume of the video's own sound, 0 to 100; default 100":
    'Lautstärke des eigenen Tons des Videos, 0 bis 100; Vorgabe 100',
};
