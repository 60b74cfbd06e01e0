/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Reply control': 'Wer antworten kann',
  'Who can reply: everyone (default), accounts that you follow, your followers, accounts mentioned in the post, or only the author of the post that it answers':
    'Wer antworten kann; ohne Angabe alle',
  Everyone: 'Alle',
  'Accounts you follow': 'Konten, denen das Konto folgt',
  'Followers only': 'Nur Follower',
  'Mentioned only': 'Nur im Beitrag genannte Konten',
  'Parent post author only': 'Nur wer den beantworteten Beitrag verfasst hat',
  'Topic tag': 'Thema',
  'Topic of up to 50 characters, without full stops and ampersands; default: the first #tag of the text':
    'Thema mit bis zu 50 Zeichen, ohne Punkt und &; sonst der erste #Hashtag des Textes',
  'Poll below the text of a post without media, for 24 hours':
    'Umfrage unter dem Text eines Beitrags ohne Medien, 24 Stunden lang',
  'Two to 4 answers to choose from, each of up to 25 characters':
    'Zwei bis vier Antworten zur Auswahl, jede mit bis zu 25 Zeichen',
  'Link attachment': 'Link als Karte',
  'Link, shown as a card below a post without media; default: the first link of the text':
    'Link, der als Karte unter einem Beitrag ohne Medien erscheint; sonst der erste Link des Textes',
  'GIF ID': 'Nummer des GIFs',
  'ID of a GIF at GIPHY, such as 3o7abKhOpu0NwenH3O, for a post without media':
    'Nummer eines GIFs bei GIPHY wie 3o7abKhOpu0NwenH3O, für einen Beitrag ohne Medien',
  'Quote post ID': 'Zitierter Beitrag',
  "Post to quote: its ID on Threads; the account's own newest are offered":
    'Beitrag, der zitiert wird: seine Nummer auf Threads; die neuesten eigenen stehen zur Auswahl',
  'Beside the redirect URL, the form asks for an uninstall and a delete callback URL: enter the URL of this instance; Crier does not need them.':
    'Neben der Weiterleitungs-URL verlangt das Formular je eine Callback-URL für das Entfernen und das Löschen: die URL dieser Instanz eintragen; Crier braucht sie nicht.',
};
