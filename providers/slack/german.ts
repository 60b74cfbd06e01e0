/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Unfurl links': 'Linkvorschau',
  'Unfurl media': 'Verlinkte Medien',
  'Whether Slack shows pictures and videos that are linked': 'Ob Slack verlinkte Bilder und Videos zeigt',
  'Whether Slack shows previews of pages that are linked': 'Ob Slack eine Vorschau verlinkter Seiten zeigt',
  'ID of the conversation to post in, such as C0123456789 (not its name)':
    'ID der Unterhaltung, etwa C0123456789 (nicht ihr Name)',
  'api.slack.com/apps, your app, OAuth & Permissions: add the bot scopes chat:write, channels:read, groups:read, channels:history, groups:history, files:read, files:write, users:read, channels:join, reactions:read, install it, and copy the "Bot User OAuth Token" (xoxb-…)':
    'api.slack.com/apps, die App, OAuth & Permissions: die Bot-Scopes chat:write, channels:read, groups:read, channels:history, groups:history, files:read, files:write, users:read, channels:join, reactions:read hinzufügen, installieren und das „Bot User OAuth Token“ (xoxb-…) kopieren',
};
