/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Link, shown as a card below the text of a post without media':
    'Link, der als Karte unter dem Text eines Beitrags ohne Medien erscheint',
  'Post, or story: each file becomes a separate story, and the text is not shown':
    'Beitrag, oder Story: jede Datei wird eine eigene Story, und der Text erscheint nicht',
  Place: 'Ort',
  'ID of the Page of a place, for a post without a video':
    'Nummer der Seite eines Ortes, für einen Beitrag ohne Video',
  'Video title': 'Titel des Videos',
  'Title of the video, of up to 255 characters': 'Titel des Videos mit bis zu 255 Zeichen',
  'Picture that stands for the video where it does not play: JPEG or PNG, up to 10 MB':
    'Bild, das für das Video steht, wo es nicht läuft: JPEG oder PNG, bis zu 10 MB',
  'Text format preset ID': 'Nummer des Hintergrunds',
  'Number of a coloured background, for text of up to 130 characters without media: 106018623298955 purple, 1881421442117417 black, 204187940028597 red, 217761075370932 blue, 301029513638534 teal':
    'Nummer eines farbigen Hintergrunds für Text von bis zu 130 Zeichen ohne Medien: 106018623298955 violett, 1881421442117417 schwarz, 204187940028597 rot, 217761075370932 blau, 301029513638534 türkis',
  'Leave Require app secret (App settings > Advanced) off.':
    'Require app secret (App settings > Advanced) bleibt aus.',
  'Connect a business portfolio to the app: a review needs one.':
    'Die App mit einem Unternehmensportfolio verbinden: Eine Prüfung verlangt es.',
};
