/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  Category: 'Kategorie',
  'Contains synthetic media': 'Verändert oder mit KI erstellt',
  'Creative common': 'Creative Commons',
  Embeddable: 'Einbettbar',
  License: 'Lizenz',
  'Notify subscribers': 'Abonnenten benachrichtigen',
  Playlist: 'Playlist',
  Youtube: 'YouTube',
  'Category of the video, default: People & Blogs': 'Kategorie des Videos; sonst Menschen & Blogs',
  "License: YouTube's standard one (default) or Creative Commons (CC BY)":
    'Lizenz: die übliche von YouTube (Standard) oder Creative Commons (CC BY)',
  'Playlist of the channel that the video is added to': 'Playlist des Kanals, in die das Video kommt',
  'Whether other pages may show the video': 'Ob andere Seiten das Video zeigen dürfen',
  'Whether subscribers are notified': 'Ob Abonnenten benachrichtigt werden',
  'Whether the video has realistic content that was altered or made with AI':
    'Ob das Video realistische Inhalte hat, die verändert oder mit KI erstellt sind',
  'Self declared made for kids': 'Speziell für Kinder',
  Thumbnail: 'Thumbnail',
  'Tags, of up to 500 characters together, where a tag with a space counts two more':
    'Tags; zusammen bis zu 500 Zeichen, wobei ein Tag mit Leerzeichen zwei mehr zählt',
  'Thumbnail: an uploaded JPEG or PNG of up to 50 MiB; the channel must be verified by phone':
    'Thumbnail: ein hochgeladenes JPEG oder PNG bis 50 MiB; der Kanal muss per Telefon bestätigt sein',
  'Title of the video, 2 to 100 characters, without < and >':
    'Titel des Videos, 2 bis 100 Zeichen, ohne < und >',
  'Whether the video is made for children': 'Ob das Video speziell für Kinder ist',
  'Who sees the video: public (everyone), private (only the channel) or unlisted (everyone with the link)':
    'Wer das Video sieht: alle, nur der Kanal oder alle mit dem Link',
};
