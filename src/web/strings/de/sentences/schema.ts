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
  'must be the name of a network, or *': 'Muss der Name eines Netzwerks sein, oder *',
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

/** What the values of a pattern look like (`providers/_kit/issue-words.ts`). */
const FORMS: Sentences = {
  'must be a number of days such as 30': 'Muss eine Anzahl von Tagen sein, zum Beispiel 30',
  'must be the number of an entry, digits only': 'Muss die Nummer eines Eintrags sein, nur aus Ziffern',
  'must have digits only': 'Darf nur Ziffern enthalten',
  'must have digits only, at most 20': 'Darf nur Ziffern enthalten, höchstens 20',
  'must be a whole number from 1, digits only': 'Muss eine ganze Zahl ab 1 sein, nur aus Ziffern',
  'must be a whole number, digits only': 'Muss eine ganze Zahl sein, nur aus Ziffern',
  'must have letters and digits only': 'Darf nur Buchstaben und Ziffern enthalten',
  'must be 64 hexadecimal digits in lower case':
    'Muss aus 64 hexadezimalen Ziffern in Kleinbuchstaben bestehen',
  'must be a time such as 09:30': 'Muss eine Uhrzeit von 00:00 bis 23:59 sein',
  'must be a user name: at most 30 letters, digits, dots and underscores':
    'Muss ein Benutzername sein: höchstens 30 Buchstaben, Ziffern, Punkte und Unterstriche',
  'must be on one line': 'Darf nur eine Zeile haben',
  'must be a code of a language such as de': 'Muss ein Sprachcode nach ISO 639 sein, zum Beispiel de',
  'must be a colour such as #ff8800': 'Muss eine Farbe wie #ff8800 sein',
  'must be the name of a subreddit such as r/food':
    'Muss der Name eines Subreddits sein, zum Beispiel r/food',
  'must be an address such as https://x.com/i/communities/1234':
    'Muss die Adresse einer Community sein: https://x.com/i/communities/ und ihre Nummer',
  'must not have < or > in it': 'Darf weder < noch > enthalten',
  'must not have spaces or / in it': 'Darf weder Leerzeichen noch / enthalten',
  'must not have spaces in it': 'Darf keine Leerzeichen enthalten',
};

export const schemaSentences: Sentences = { ...FIELDS, ...AMOUNTS, ...FORMS };
