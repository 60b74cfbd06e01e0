/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Self declared made for kids': 'Speziell für Kinder',
  Thumbnail: 'Thumbnail',
  'Tags as {value, label}; the labels may have 500 characters together, where a label with a space counts two more':
    'Tags; zusammen bis zu 500 Zeichen, wobei ein Tag mit Leerzeichen zwei mehr zählt',
  'Thumbnail: an uploaded JPEG or PNG of up to 50 MiB; the channel must be verified by phone':
    'Thumbnail: ein hochgeladenes JPEG oder PNG bis 50 MiB; der Kanal muss per Telefon bestätigt sein',
  'Title of the video, 2 to 100 characters, without < and >':
    'Titel des Videos, 2 bis 100 Zeichen, ohne < und >',
  'Whether the video is made for children: "yes" or "no"': 'Ob das Video speziell für Kinder ist',
  'Who sees the video: public (everyone), private (only the channel) or unlisted (everyone with the link)':
    'Wer das Video sieht: alle, nur der Kanal oder alle mit dem Link',
};
