/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Access token': 'Zugriffstoken',
  Direct: 'Direkt',
  Followers: 'Follower',
  Language: 'Sprache',
  Nobody: 'Niemand',
  Quote: 'Zitat',
  'Who can quote': 'Wer zitieren kann',
  Sensitive: 'Heikle Medien',
  'Spoiler text': 'Inhaltswarnung',
  Visibility: 'Sichtbarkeit',
  'Hide totals': 'Zwischenstand verbergen',
  'Poll below the text of the first part, in place of pictures and videos':
    'Umfrage unter dem Text des ersten Teils, anstelle von Bildern und Videos',
  'Answers to choose from: at least 2, each once; without any there is no poll':
    'Antworten zur Auswahl: mindestens 2, jede einmal; ohne Antworten gibt es keine Umfrage',
  'Post that the first part quotes: its URL as your own server shows it, or its ID there; needs Mastodon 4.5':
    'Beitrag, den der erste Teil zitiert: die URL, wie der eigene Server sie zeigt, oder die ID dort; braucht Mastodon 4.5',
  "Who can quote the post: public (everyone), followers or nobody; default: the account's own; needs Mastodon 4.5":
    'Wer den Beitrag zitieren kann: alle (öffentlich), Follower oder niemand; sonst wie im Konto eingestellt; braucht Mastodon 4.5',
  'How long the poll is open; default: a day': 'Wie lange die Umfrage läuft; sonst einen Tag',
  'Whether the counts are hidden until the poll has ended':
    'Ob die Zahlen verborgen sind, bis die Umfrage endet',
  'URL of the instance that hosts the account, e.g. https://mastodon.social':
    'Adresse der Instanz mit dem Konto, etwa https://mastodon.social',
  'At the instance: Preferences, Development, New application, with read:accounts, read:statuses, write:statuses, write:media; then copy "Your access token"':
    'In der Instanz: Einstellungen, Entwicklung, Neue Anwendung, mit read:accounts, read:statuses, write:statuses, write:media; dann „Dein Zugriffstoken“ kopieren',
  "Language of the text, as an ISO 639 code such as de; default: the account's own":
    'Sprache des Texts als Code nach ISO 639, etwa de; sonst die des Kontos',
  'Warning that is shown instead of the text until people open it; counts as text':
    'Warnung, die statt des Texts erscheint, bis man ihn aufklappt; zählt zur Länge des Texts',
  "Whether pictures and videos are hidden at first; default: the account's own preference":
    'Ob Bilder und Videos zuerst verdeckt sind; sonst wie im Konto eingestellt',
  'Who sees the post: public (default), unlisted (not in public timelines), private (followers only) or direct (only who is mentioned)':
    'Wer den Beitrag sieht: alle (öffentlich), alle, aber nicht in öffentlichen Timelines (nicht gelistet), nur Follower (privat) oder nur Erwähnte (direkt)',
};
