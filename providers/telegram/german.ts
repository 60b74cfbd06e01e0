/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Channel or group': 'Kanal oder Gruppe',
  Topic: 'Thema',
  '@name, a link such as https://t.me/name, or the numeric id (-100…). Add the bot there first; in a channel, make it an administrator who may post':
    '@name, ein Link wie https://t.me/name oder die Nummer (-100…). Den Bot dort zuerst hinzufügen; in einem Kanal muss er als Administrator posten dürfen',
  'From @BotFather in Telegram: /newbot, or /token for an existing bot; it looks like 123456789:AA…':
    'Von @BotFather in Telegram: /newbot, für einen vorhandenen Bot /token; sieht aus wie 123456789:AA…',
  'Only for groups with topics: the number of the topic, in the middle of its link t.me/name/NUMBER/…; leave empty for the general topic':
    'Nur für Gruppen mit Themen: die Nummer des Themas, in der Mitte seines Links t.me/name/NUMMER/…; leer lassen für das allgemeine Thema',
};
