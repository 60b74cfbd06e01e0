/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  Article: 'Artikel',
  File: 'Datei',
  Language: 'Sprache',
  Subtitles: 'Untertitel',
  'Subtitles of the video': 'Untertitel des Videos',
  'Content of an SRT or WebVTT file': 'Inhalt einer SRT- oder WebVTT-Datei',
  'Language of the subtitles: two letters of ISO 639-1, such as en':
    'Sprache der Untertitel: zwei Buchstaben nach ISO 639-1, zum Beispiel de',
  'Article cover': 'Titelbild des Artikels',
  'Article status': 'Stand des Artikels',
  'Article title': 'Titel des Artikels',
  Community: 'Community',
  Everyone: 'Alle',
  Following: 'Konten, denen das eigene folgt',
  'Made with AI': 'Mit KI erstellt',
  'Mentioned users': 'Erwähnte',
  'Paid partnership': 'Bezahlte Partnerschaft',
  Published: 'Veröffentlicht',
  Quote: 'Zitat',
  Subscribers: 'Abonnenten',
  'Tagged people': 'Markierte Personen',
  Verified: 'Verifizierte',
  'Who can reply post': 'Wer antworten darf',
  'Community to post in: https://x.com/i/communities/<digits>. Default: the timeline':
    'Community, in der er erscheint: https://x.com/i/communities/<Ziffern>. Sonst die Timeline',
  'How long the poll is open, from 5 minutes to 7 days; default: a day':
    'Wie lange die Umfrage offen ist, von 5 Minuten bis zu 7 Tagen; sonst einen Tag',
  'People to tag in the pictures or the video, up to 10, by user name':
    'Personen, die in Bildern oder Video markiert werden, bis zu zehn, mit Benutzernamen',
  'Poll in the first post, without files and without a quote':
    'Umfrage im ersten Beitrag, ohne Dateien und ohne Zitat',
  'Post to quote: its URL or its number': 'Zitierter Beitrag: seine Adresse oder Nummer',
  'Two to 4 answers to choose from, each of up to 25 characters':
    'Zwei bis vier Antworten zur Auswahl, jede mit bis zu 25 Zeichen',
  'Picture above an article: an uploaded file; not used for a post':
    'Bild über einem Artikel: eine hochgeladene Datei; nicht für einen Beitrag',
  'Title of an article, which requires one': 'Titel eines Artikels; für einen Artikel Pflicht',
  'Whether an article stays a draft at X or is published; required for an article':
    'Ob ein Artikel bei X Entwurf bleibt oder veröffentlicht wird; für einen Artikel Pflicht',
  'Whether the post is labelled as a paid promotion': 'Kennzeichnet den Beitrag als bezahlte Werbung',
  'Whether the post is labelled as containing AI-generated media':
    'Kennzeichnet den Beitrag als mit KI erstellt',
  'Who can reply: everyone, accounts that you follow, people mentioned, subscribers or verified accounts. Required, except for an article':
    'Wer antworten darf. Pflicht, außer für einen Artikel',
  'Post, or article (a long text with headings, lists and pictures)':
    'Beitrag oder Artikel (ein langer Text mit Überschriften, Listen und Bildern)',
  'X charges for the API by use: the app needs credits, which are bought in the console.':
    'X rechnet die API nach Nutzung ab: Die App braucht Guthaben, das in der Konsole gekauft wird.',
  'Website URL: the URL of this instance.': 'Website URL: die URL dieser Instanz.',
  'Client ID and Client Secret are needed, not API Key and Secret: those are for OAuth 1.0a, and X refuses them.':
    'Gebraucht werden Client ID und Client Secret, nicht API Key und Secret: Die sind für OAuth 1.0a, und X weist sie ab.',
};
