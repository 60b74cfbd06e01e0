/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
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
  'discord.com/developers/applications, your application, Bot, Reset Token. Invite the bot with View Channels, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files and Read Message History':
    'discord.com/developers/applications, die Anwendung, Bot, Reset Token. Den Bot mit View Channels, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files und Read Message History einladen',
};
