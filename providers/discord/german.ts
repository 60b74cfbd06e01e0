/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Server ID': 'Server-ID',
  'ID of the channel to post in, as a string of digits': 'ID des Kanals, nur aus Ziffern',
  'In Discord: User Settings, Advanced, Developer Mode; then right-click the server, Copy Server ID':
    'In Discord: Benutzereinstellungen, Erweitert, Entwicklermodus; dann Rechtsklick auf den Server, Server-ID kopieren',
  'discord.com/developers/applications, your application, Bot, Reset Token. Invite the bot with View Channels, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files and Read Message History':
    'discord.com/developers/applications, die Anwendung, Bot, Reset Token. Den Bot mit View Channels, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files und Read Message History einladen',
};
