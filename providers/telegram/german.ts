/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Channel or group': 'Kanal oder Gruppe',
  Above: 'Darüber',
  Anonymous: 'Anonym',
  Below: 'Darunter',
  Buttons: 'Buttons',
  'Link preview': 'Linkvorschau',
  'Protect content': 'Inhalt schützen',
  Topic: 'Thema',
  'Buttons below the first message, each with a text and the URL that it opens':
    'Buttons unter der ersten Nachricht, jeder mit einem Text und der Adresse, die er öffnet',
  'Poll in place of the message': 'Umfrage anstelle der Nachricht',
  'Preview of the first link: below the text (default), above it, or off':
    'Vorschau des ersten Links: unter dem Text (Standard), darüber oder aus',
  'Two to 12 answers to choose from, each of up to 100 characters':
    'Zwei bis zwölf Antworten zur Auswahl, jede mit bis zu 100 Zeichen',
  'URL that the button opens': 'Adresse, die der Button öffnet',
  'What the button says': 'Aufschrift des Buttons',
  'Whether nobody sees who chose what; always so in channels':
    'Ob niemand sieht, wer was gewählt hat; in Kanälen immer so',
  'Whether people are kept from forwarding and saving the message':
    'Ob die Nachricht nicht weitergeleitet und gespeichert werden kann',
  'Whether people are notified without a sound': 'Ob ohne Ton benachrichtigt wird',
  'Whether pictures and videos are hidden until people tap them':
    'Ob Bilder und Videos verdeckt sind, bis man sie antippt',
  '@name, a link such as https://t.me/name, or the numeric id (-100…). Add the bot there first; in a channel, make it an administrator who may post':
    '@name, ein Link wie https://t.me/name oder die Nummer (-100…). Den Bot dort zuerst hinzufügen; in einem Kanal muss er als Administrator posten dürfen',
  'From @BotFather in Telegram: /newbot, or /token for an existing bot; it looks like 123456789:AA…':
    'Von @BotFather in Telegram: /newbot, für einen vorhandenen Bot /token; sieht aus wie 123456789:AA…',
  'Only for groups with topics: the number of the topic, in the middle of its link t.me/name/NUMBER/…; leave empty for the general topic':
    'Nur für Gruppen mit Themen: die Nummer des Themas, in der Mitte seines Links t.me/name/NUMMER/…; leer lassen für das allgemeine Thema',
};
