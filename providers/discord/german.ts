/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  Author: 'Autor',
  Colour: 'Farbe',
  Embeds: 'Einbettungen',
  Footer: 'Fußzeile',
  'Boxes below the text of the first part, up to 10, with up to 6,000 characters together; the bot needs the permission Embed Links':
    'Kästen unter dem Text des ersten Teils, bis zu zehn, zusammen bis zu 6.000 Zeichen; der Bot braucht die Berechtigung Embed Links',
  'Colour of the edge, such as #1f8b4c': 'Farbe des Rands, zum Beispiel #1f8b4c',
  'Name above the title': 'Name über dem Titel',
  'Small text below everything': 'Kleiner Text ganz unten',
  'Text below the title, with Markdown': 'Text unter dem Titel, mit Markdown',
  'Title, in bold': 'Titel, fett',
  'URL of a picture below the text': 'URL eines Bilds unter dem Text',
  'URL of a small picture beside the text': 'URL eines kleinen Bilds neben dem Text',
  'Where the title leads': 'Wohin der Titel führt',
  'Server ID': 'Server-ID',
  'Suppress embeds': 'Ohne Linkvorschau',
  'How long the poll is open, up to 32 days; default: a day':
    'Wie lange die Umfrage offen ist, bis zu 32 Tage; sonst einen Tag',
  'Poll in the message; posts of a forum have none': 'Umfrage in der Nachricht; in Foren gibt es keine',
  'Tags of a post in a forum, up to 5, by name or ID':
    'Tags eines Beitrags in einem Forum, bis zu fünf, mit Namen oder ID',
  'Two to 10 answers to choose from, each of up to 55 characters':
    'Zwei bis zehn Antworten zur Auswahl, jede mit bis zu 55 Zeichen',
  'Whether nobody is notified by push or on the desktop':
    'Ob niemand eine Mitteilung auf Handy oder Rechner bekommt',
  'Whether the previews of links are left out': 'Ob die Vorschau von Links wegbleibt',
  'ID of the channel to post in, as a string of digits': 'ID des Kanals, nur aus Ziffern',
  'In Discord: User Settings, Advanced, Developer Mode; then right-click the server, Copy Server ID':
    'In Discord: Benutzereinstellungen, Erweitert, Entwicklermodus; dann Rechtsklick auf den Server, Server-ID kopieren',
  'discord.com/developers/applications, your application, Bot, Reset Token. Invite the bot with View Channels, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files, Embed Links and Read Message History':
    'discord.com/developers/applications, die Anwendung, Bot, Reset Token. Den Bot mit View Channels, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files, Embed Links und Read Message History einladen',
};
