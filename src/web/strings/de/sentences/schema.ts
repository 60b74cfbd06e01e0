/** What a value does wrong by the schema of its field (`providers/_kit/issue-words.ts`), in German. */
import type { Sentences } from '../../sentences.ts';

/** The kinds of values. */
const TYPES: Readonly<Record<string, string>> = {
  text: 'Text',
  'a number': 'eine Zahl',
  'a whole number': 'eine ganze Zahl',
  'true or false': 'wahr oder falsch',
  'true or false or null': 'wahr, falsch oder leer',
  'a list': 'eine Liste',
  'an object': 'ein Objekt',
  null: 'leer',
};
const kinds = Object.entries(TYPES);

/** One kind, or several: "text or null". */
export const phrases: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    kinds.flatMap(([one, eins]) =>
      kinds.flatMap(([other, anderes]) => [
        [`${one} or ${other}`, `${eins} oder ${anderes}`],
        [`${one} or ${other} or null`, `${eins}, ${anderes} oder leer`],
      ]),
    ),
  ),
  ...TYPES,
};

const FIELDS: Sentences = {
  'is required': 'Fehlt',
  'is required with {field}': 'Fehlt: {field} geht nur zusammen damit',
  'is not a known field': 'Dieses Feld ist nicht bekannt',
  'has a field whose name is not allowed: {name}': 'Enthält ein Feld, das so nicht heißen darf: {name}',
  'must be {type:phrase}': 'Muss {type} sein',
  'must be one of {values}': 'Erlaubt sind {values}',
  'must be {value:json}': 'Muss {value} sein',
  'must be a valid {format}': 'Muss die Form „{format}“ haben',
  'must be an email address such as {example}': 'Muss eine E-Mail-Adresse wie {example} sein',
  'must be an id, which is a UUID': 'Muss eine ID sein, also eine UUID',
  'must be a full address such as {example}': 'Muss eine vollständige Adresse wie {example} sein',
  'must be a date and time such as {example}': 'Muss Datum und Uhrzeit sein, zum Beispiel {example}',
  'must be a date such as {example}': 'Muss ein Datum wie {example} sein',
  'must be a time such as {example}': 'Muss eine Uhrzeit wie {example} sein',
  'must be the name of a host such as {example}': 'Muss ein Servername wie {example} sein',
  'must be a file': 'Muss eine Datei sein',
  'must begin with http:// or https://': 'Muss mit http:// oder https:// beginnen',
  'does not have the right form': 'Hat nicht die richtige Form',
  'is not allowed here': 'Ist hier nicht erlaubt',
  'is not valid': 'Ist ungültig',
  'fits none of the forms that are allowed here': 'Passt zu keiner der Formen, die hier erlaubt sind',
  'fits several forms of which only one may apply': 'Passt zu mehreren Formen; nur eine darf zutreffen',
  'must say with {field} which of the known kinds it is':
    'Muss mit {field} sagen, welche bekannte Art es ist',
};

const AMOUNTS: Sentences = {
  'must not be empty': 'Darf nicht leer sein',
  'must have at least {min:number} characters': 'Muss mindestens {min} Zeichen haben',
  'must have at most {max:number} character': 'Darf höchstens {max} Zeichen haben',
  'must have at most {max:number} characters': 'Darf höchstens {max} Zeichen haben',
  'must be at least {min:number}': 'Muss mindestens {min} sein',
  'must be at most {max:number}': 'Darf höchstens {max} sein',
  'must be more than {min:number}': 'Muss mehr als {min} sein',
  'must be less than {max:number}': 'Muss weniger als {max} sein',
  'must be a multiple of {step:number}': 'Muss ein Vielfaches von {step} sein',
  'must have at least {min:number} entry': 'Muss mindestens {min} Eintrag haben',
  'must have at least {min:number} entries': 'Muss mindestens {min} Einträge haben',
  'must have at most {max:number} entry': 'Darf höchstens {max} Eintrag haben',
  'must have at most {max:number} entries': 'Darf höchstens {max} Einträge haben',
  'must have at least {min:number} field': 'Muss mindestens {min} Feld haben',
  'must have at least {min:number} fields': 'Muss mindestens {min} Felder haben',
  'must have at most {max:number} field': 'Darf höchstens {max} Feld haben',
  'must have at most {max:number} fields': 'Darf höchstens {max} Felder haben',
  'must have at least {min:number} entry of the kind that is needed':
    'Muss mindestens {min} Eintrag der nötigen Art haben',
  'must have at least {min:number} entries of the kind that is needed':
    'Muss mindestens {min} Einträge der nötigen Art haben',
  'must have {min:number} to {max:number} entry of the kind that is needed':
    'Muss {min} bis {max} Eintrag der nötigen Art haben',
  'must have {min:number} to {max:number} entries of the kind that is needed':
    'Muss {min} bis {max} Einträge der nötigen Art haben',
  'must not have the same entry twice': 'Darf keinen Eintrag doppelt enthalten',
  'has {count:number} more problems': '{count} weitere Angaben stimmen nicht',
};

/** Fields with a form of their own: the API repeats their description. */
const DESCRIBED: Sentences = {
  'is not Colour shown until the picture has loaded, as #RRGGBB': 'Muss eine Farbe als #RRGGBB sein',
  'is not Community to post in: https://x.com/i/communities/<digits>. Default: the timeline':
    'Muss die Adresse einer Community sein: https://x.com/i/communities/ und ihre Nummer',
  'is not How many days back, today included; 7 by default': 'Muss eine Anzahl von Tagen sein',
  'is not Start time, HH:MM (24 hours), in the time zone of the profile':
    'Muss eine Uhrzeit von 00:00 bis 23:59 sein',
  'is not End time, HH:MM (24 hours), in the time zone of the profile':
    'Muss eine Uhrzeit von 00:00 bis 23:59 sein',
  'is not ID of a section of that board, digits only; the tool `sections` lists them':
    'Muss die ID eines Bereichs der Pinnwand sein, nur aus Ziffern',
  'is not ID of the board, digits only; the tool `boards` lists those of the account':
    'Muss die ID einer Pinnwand sein, nur aus Ziffern',
  'is not ID of the channel to post in, as a string of digits; the tool `channels` lists them':
    'Muss die ID eines Kanals auf Discord sein, nur aus Ziffern',
  "is not ID of the community at the account's instance (tool subreddits)":
    'Muss die ID einer Community auf dem eigenen Server sein, nur aus Ziffern',
  'is not ID of the list of subscribers (tool lists)': 'Muss die ID einer Liste sein, nur aus Ziffern',
  'is not ID of the organisation to publish for (tool organizations); empty or absent: your own account':
    'Muss die ID einer Organisation sein, nur aus Ziffern, oder leer bleiben',
  'is not ID of the template (tool templates); 0, empty or absent: the default one':
    'Muss die ID einer Vorlage sein, nur aus Ziffern, oder leer bleiben',
  "is not Language of the text, as an ISO 639 code such as de; default: the account's own":
    'Muss ein Sprachcode nach ISO 639 sein, zum Beispiel de',
  'is not Name of the subreddit, with or without r/; the tool `subreddits` searches for it':
    'Muss der Name eines Subreddits sein, mit oder ohne r/',
  'is not Number of a coloured background, for text of up to 130 characters without media: 106018623298955 purple, 1881421442117417 black, 204187940028597 red, 217761075370932 blue, 301029513638534 teal':
    'Muss die Nummer eines farbigen Hintergrunds sein',
  'is not an id without spaces': 'Muss eine ID ohne Leerzeichen sein',
  'is not a secret without spaces': 'Muss ein Geheimnis ohne Leerzeichen sein',
  'is not The id of the last entry of the previous page':
    'Muss die ID des letzten Eintrags der vorigen Seite sein',
  'is not The tag: up to 30 letters and digits; converted to lower case':
    'Ein Schlagwort hat höchstens 30 Buchstaben und Ziffern, sonst nichts',
  'is not Title of the post: 3 to 200 characters on one line': 'Der Titel darf nur eine Zeile haben',
  'is not Title of the video, 2 to 100 characters, without < and >':
    'Der Titel darf weder < noch > enthalten',
};

export const schemaSentences: Sentences = { ...FIELDS, ...AMOUNTS, ...DESCRIBED };
