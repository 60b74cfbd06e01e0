/** What this network alone refuses, in English and in German. */
export const english = {
  slack_not_a_conversation_id: 'must be the ID of a conversation (C0123456789), not its name',
  slack_not_a_bot_token:
    'A bot token is required (it begins with xoxb-), not a user, app or configuration token',
  slack_token_expires:
    'This token expires after 12 hours, because token rotation is on for the app. Use an app without token rotation',
  slack_token_of_person: "This token belongs to a person, not to an app's bot",
  slack_lacks_scopes:
    'The app lacks {count|the bot scope|the bot scopes} {scopes:list}: add {count|it|them} under OAuth & Permissions, reinstall the app, and reconnect the channel',
  slack_whole_organisation: 'The app was installed for a whole organisation; install it in one workspace',
  slack_not_in_channel:
    'The app is not in the channel and may not join it (scope channels:join): invite it with /invite',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  slack_not_a_conversation_id: 'Muss die ID eines Channels sein (C0123456789), nicht sein Name',
  slack_not_a_bot_token:
    'Gebraucht wird ein Bot-Token (es beginnt mit xoxb-), kein Benutzer-, App- oder Konfigurationstoken',
  slack_token_expires:
    'Dieses Token läuft nach 12 Stunden ab, weil für die App die Token-Rotation eingeschaltet ist. Bitte eine App ohne Token-Rotation verwenden',
  slack_token_of_person: 'Dieses Token gehört einer Person, nicht dem Bot einer App',
  slack_lacks_scopes:
    'Der App {count|fehlt der Bot-Scope|fehlen die Bot-Scopes} {scopes}. Bitte unter OAuth & Permissions hinzufügen, die App neu installieren und den Kanal neu verbinden',
  slack_whole_organisation:
    'Die App wurde für eine ganze Organisation installiert. Bitte in einem einzelnen Workspace installieren',
  slack_not_in_channel:
    'Die App ist nicht im Channel und darf ihm nicht beitreten (Scope channels:join). Bitte mit /invite einladen',
};
