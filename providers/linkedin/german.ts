/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Carousel name': 'Name des Dokuments',
  'Document title': 'Titel des PDFs',
  Duration: 'Dauer',
  'Fourteen days': 'Zwei Wochen',
  'One day': 'Ein Tag',
  'Seven days': 'Eine Woche',
  'Three days': 'Drei Tage',
  'How long the poll is open; default: three days': 'Wie lange die Umfrage offen ist; sonst drei Tage',
  'Poll below the text, without files': 'Umfrage unter dem Text, ohne Dateien',
  'Question of the poll, up to 140 characters; the text of the post stands above it':
    'Frage der Umfrage, bis zu 140 Zeichen; der Text des Beitrags steht darüber',
  'Two to 4 answers to choose from, each of up to 30 characters':
    'Zwei bis vier Antworten zur Auswahl, jede mit bis zu 30 Zeichen',
  'Post as images carousel': 'Bilder als Dokument zum Blättern',
  'Title of that document; default: slides': 'Titel dieses Dokuments; sonst: slides',
  'Title of the PDF of the post; default: the name of its file':
    'Titel des PDFs im Beitrag; sonst der Name der Datei',
  'Whether the pictures (at least 2, no video) become one document to page through':
    'Ob aus den Bildern (mindestens 2, kein Video) ein Dokument zum Blättern wird',
  'Under Settings, verify the LinkedIn page that the app belongs to: send the link to an administrator of the page.':
    'Unter Settings die LinkedIn-Seite bestätigen lassen, zu der die App gehört: den Link an eine Person schicken, die die Seite verwaltet.',
  'Request Community Management API before anything else: LinkedIn does not offer it to an app that has another product.':
    'Community Management API als Erstes beantragen: LinkedIn bietet sie keiner App an, die schon ein anderes Produkt hat.',
};
