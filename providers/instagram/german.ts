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
