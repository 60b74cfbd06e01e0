/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'App password': 'App-Passwort',
  Handle: 'Handle',
  Service: 'Dienst',
  Languages: 'Sprachen',
  Labels: 'Inhaltswarnungen',
  Quote: 'Zitat',
  'Who can reply': 'Wer antworten kann',
  'Who can quote': 'Wer zitieren kann',
  Mentioned: 'Erwähnte',
  Followers: 'Follower',
  Nobody: 'Niemand',
  Sexual: 'Anzüglich',
  Nudity: 'Nacktheit',
  Porn: 'Pornografie',
  'Graphic media': 'Verstörende Bilder',
  'Languages of the text: up to 3 codes such as de or pt-BR':
    'Sprachen des Texts: bis zu 3 Codes, etwa de oder pt-BR',
  'Who can reply: nobody, or one or more of these: people mentioned in the post, accounts that you follow, your followers; empty: everyone':
    'Wer antworten kann: niemand, oder eine oder mehrere der Gruppen Erwähnte, Gefolgte (Konten, denen das eigene folgt) und Follower; leer: alle',
  'Who can quote the post: everyone (default) or nobody':
    'Wer den Beitrag zitieren kann: alle (sonst) oder niemand',
  'Post to quote: its URL, such as https://bsky.app/profile/alice.bsky.social/post/…':
    'Beitrag, der zitiert wird: seine Adresse, etwa https://bsky.app/profile/alice.bsky.social/post/…',
  'Warnings: suggestive, nudity (not sexual), porn, disturbing pictures':
    'Warnungen: anzüglich, Nacktheit (nicht sexuell), Pornografie, verstörende Bilder',
  'URL of the service that hosts the account': 'Adresse des Dienstes, bei dem das Konto liegt',
  'Create one on Bluesky under Settings, Privacy and security, App passwords':
    'Bei Bluesky unter Einstellungen, Privatsphäre und Sicherheit, App-Passwörter anlegen',
  'Handle of the account, such as alice.bsky.social, or its email address':
    'Handle des Kontos, etwa alice.bsky.social, oder seine E-Mail-Adresse',
};
