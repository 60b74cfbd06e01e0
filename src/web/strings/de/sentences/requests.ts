/** What the API refuses about accounts, channels, posts and drafts, in German. */
import type { Sentences } from '../../sentences.ts';

const NAMES: Sentences = {
  'must have at least one character that can be seen': 'Braucht mindestens ein sichtbares Zeichen',
  'must have 1 to {max:number} characters': 'Muss 1 bis {max} Zeichen haben',
  'must be one line without control characters': 'Muss eine Zeile ohne Steuerzeichen sein',
  'must be the name of a time zone such as Europe/Berlin':
    'Muss der Name einer Zeitzone sein, zum Beispiel Europe/Berlin',
  'contains the character NUL': 'Enthält das Zeichen NUL',
  'contains half of a surrogate pair': 'Enthält ein halbes Ersatzzeichenpaar',
  'is too large for a number': 'Ist für eine Zahl zu groß',
  'is not a possible name': 'So darf ein Feld nicht heißen',
};

const UNKNOWN: Sentences = {
  'is one of more than {most:number} fields that no request has':
    'Mehr als {most} Felder, die keine Anfrage hat, sind zu viele',
  'is not a field here, and the post would go out without it; what a network has for {concern:phrase} belongs into settings':
    'Dieses Feld gibt es hier nicht, der Beitrag ginge ohne es hinaus; was ein Netzwerk für {concern} hat, gehört in die Einstellungen',
};

const PEOPLE: Sentences = {
  'must not be the email address': 'Darf nicht die E-Mail-Adresse sein',
  'is not the setup code': 'Ist nicht der Einrichtungscode',
  'is missing': 'Fehlt',
  'must contain read': 'Muss das Lesen enthalten',
  'must be in the future': 'Muss in der Zukunft liegen',
  'must be the name of the organisation: {name}': 'Muss der Name der Organisation sein: {name}',
  'is not for sale: no plan has a price': 'Wird nicht verkauft: Kein Tarif hat einen Preis',
};

const APPS: Sentences = {
  'is not used: the network takes public clients only':
    'Wird nicht gebraucht: Das Netzwerk kennt nur öffentliche Clients',
  'is longer than {max:number} characters': 'Darf höchstens {max} Zeichen haben',
  'must not have more than {max:number} characters': 'Darf höchstens {max} Zeichen haben',
  'must be a full address that begins with https:// (or, on your own machine, with http://localhost)':
    'Muss eine vollständige Adresse sein, die mit https:// beginnt (auf dem eigenen Rechner mit http://localhost)',
  'must be written in ASCII, without spaces: other characters percent-encoded, a domain name as Punycode (xn--…)':
    'Muss aus ASCII-Zeichen ohne Leerzeichen bestehen: andere Zeichen in Prozent-Kodierung, ein Domainname als Punycode (xn--…)',
  'must not have a fragment: remove # and what follows':
    'Darf kein Fragment haben: bitte # und alles danach entfernen',
  'must not hold a user name or password: remove them and the @':
    'Darf weder Benutzernamen noch Passwort enthalten: bitte beide und das @ entfernen',
  'must begin with https://; http:// is only for localhost, 127.0.0.1 and [::1]':
    'Muss mit https:// beginnen; http:// geht nur für localhost, 127.0.0.1 und [::1]',
  'must not have the parameter {names}, which the answer adds':
    'Darf den Parameter {names} nicht enthalten; die Antwort fügt ihn hinzu',
  'must be a picture': 'Muss ein Bild sein',
  'must be UTF-8 without NUL: other bytes cannot be returned unchanged. Encode them, as base64url say':
    'Muss UTF-8 ohne NUL sein: Andere Bytes kommen nicht unverändert zurück. Bitte kodieren, etwa als base64url',
  'must be given once, as a text': 'Muss genau einmal als Text angegeben sein',
};

const CHANNELS: Sentences = {
  'is required ({label}: {help})': 'Fehlt ({label})',
  'is the name of another channel group': 'So heißt schon eine andere Kanalgruppe',
  'is no channel: {id}. GET /integrations lists the channels':
    'Diesen Kanal gibt es nicht: {id}. GET /integrations listet die Kanäle auf',
  'is not yours: {id}': 'Dieser Kanal gehört einer anderen Organisation: {id}',
  'names "{name}", which is disabled': 'Der Kanal „{name}“ ist ausgeschaltet',
  'names "{name}", which must be reconnected': 'Der Kanal „{name}“ muss neu verbunden werden',
  'The channel "{name}" must be reconnected; the post is then published':
    'Der Kanal „{name}“ muss neu verbunden werden; danach wird der Beitrag veröffentlicht',
  'The channel "{name}" has no posting times': 'Der Kanal „{name}“ hat keine Zeiten zum Veröffentlichen',
  'Publishing is frozen; the post goes out once it is resumed':
    'Das Veröffentlichen ist angehalten; sobald es weitergeht, wird der Beitrag veröffentlicht',
  'This instance cannot publish to {network}': 'Diese Instanz kann auf {network} nicht veröffentlichen',
  '{network} is still processing the post': '{network} verarbeitet den Beitrag noch',
  'needs no app: Crier registers itself at each server of {network}':
    'Braucht keine App: Crier meldet sich bei jedem Server von {network} selbst an',
  'has no sign-in in the browser: {network} is connected with its credentials':
    'Kennt keine Anmeldung im Browser: {network} wird mit Zugangsdaten verbunden',
  'must be a channel of {network}; "{name}" is one of {other}':
    'Muss ein Kanal von {network} sein; „{name}“ ist einer von {other}',
  'is none of the accounts that were offered': 'Ist keines der angebotenen Konten',
};

const WEBHOOKS: Sentences = {
  'must not have a part after #': 'Darf keinen Teil hinter # haben',
  'is no channel of the organisation: {id}': 'Ist kein Kanal der Organisation: {id}',
  'An organisation can have {most:number} webhooks': 'Eine Organisation kann {most} Webhooks haben',
  'An organisation can have {most:number} listeners': 'Eine Organisation kann {most} Zuhörer haben',
};

const DATES: Sentences = {
  'must be ISO 8601 such as {example}, not "{given}"':
    'Muss ein Datum nach ISO 8601 wie {example} sein, nicht „{given}“',
  'has no + in "{given}": in an address, it is written %2B':
    'In „{given}“ fehlt das +: In einer Adresse ist es als %2B zu schreiben',
  'is required with type "{type}"; only the types "now" and "draft" need none':
    'Fehlt; nur wer sofort veröffentlicht oder einen Entwurf anlegt, braucht keines (type: {type})',
  'does not exist in {zone}: the clocks are set forward then. Write {earlier} or {later}':
    'Diese Uhrzeit gibt es in {zone} nicht: Dann werden die Uhren vorgestellt. Bitte {earlier} oder {later} schreiben',
  'has a tag that is marked as critical (!) and is not known here':
    'Enthält eine Angabe in eckigen Klammern, die mit ! verlangt wird und hier nicht bekannt ist',
  'comes twice in {zone}: as {first} and as {second}. Write one of the two':
    'Diese Uhrzeit gibt es in {zone} zweimal: als {first} und als {second}. Bitte eines davon schreiben',
  'is {byOffset} by its offset, and {inZone} in {zone}. Write one of the two':
    'Ist nach seinem Abstand zu UTC {byOffset}, in {zone} aber {inZone}. Bitte eines davon schreiben',
  'is more than 10 minutes in the past: {date}, and now is {now}. Use type "now" to publish at once':
    'Liegt mehr als 10 Minuten zurück. Bitte sofort veröffentlichen oder einen anderen Termin wählen',
  'is more than {max:number} days after "from"': 'Liegt mehr als {max} Tage nach „from“',
};

const POSTS: Sentences = {
  'is required with type "update": the id of the post to change':
    'Fehlt: die ID des Beitrags, der geändert werden soll',
  'names a post that an entry before it names': 'Nennt einen Beitrag, den ein Eintrag davor schon nennt',
  'is not the id of a post. Omit it to make a new one':
    'Ist nicht die ID eines Beitrags. Für einen neuen bitte weglassen',
  'names a post that is published. With republish: true it is published again as a new post':
    'Nennt einen veröffentlichten Beitrag. Mit republish: true wird er als neuer Beitrag noch einmal veröffentlicht',
  'is not the channel of this post: {id}': 'Ist nicht der Kanal dieses Beitrags: {id}',
  'is allowed only with the decision "published"': 'Geht nur mit der Entscheidung „veröffentlicht“',
  'is required: the rest of the thread is attached to it': 'Fehlt: Der Rest des Threads wird daran angehängt',
  'is not an upload of this organisation. POST /public/v1/upload first':
    'Diese Datei hat die Organisation nicht. Bitte zuerst hochladen',
  'has {size:number} bytes; a draft may have {max:number}. Shorten its texts':
    'Der Entwurf hat {size} Bytes; erlaubt sind {max}. Bitte die Texte kürzen',
  'has more than one text; a signature has one': 'Eine Signatur hat nur einen Text',
  'must be empty; a signature has no files': 'Eine Signatur hat keine Dateien',
  'has more entries than there are parts': 'Enthält mehr Einträge, als es Teile gibt',
  'The content can no longer be changed: a part of the post is published':
    'Der Inhalt kann nicht mehr geändert werden: Ein Teil des Beitrags ist veröffentlicht',
  'The post can no longer be changed: it is {state:phrase}':
    'Der Beitrag kann nicht mehr geändert werden (Stand: {state})',
  'The post can no longer be changed: it is {state:phrase}. It may be on the network: its request was sent, and the answer is not known yet':
    'Der Beitrag kann nicht mehr geändert werden (Stand: {state}). Vielleicht ist er schon im Netzwerk: Er wurde abgeschickt, und die Antwort fehlt noch',
  'A post of the channel can no longer be changed: it is {state:phrase}':
    'Ein Beitrag des Kanals kann nicht mehr geändert werden (Stand: {state})',
  'A post of the organisation can no longer be changed: it is {state:phrase}':
    'Ein Beitrag der Organisation kann nicht mehr geändert werden (Stand: {state})',
  'A post of the organisation can no longer be changed: it is {state:phrase}. It may be on the network: its request was sent, and the answer is not known yet':
    'Ein Beitrag der Organisation kann nicht mehr geändert werden (Stand: {state}). Vielleicht ist er schon im Netzwerk: Er wurde abgeschickt, und die Antwort fehlt noch',
  'Too many attempts. Try again in {seconds:number} seconds':
    'Zu viele Versuche. Bitte in {seconds} Sekunden noch einmal versuchen',
  'Too many attempts. Try again in {minutes:number} minutes':
    'Zu viele Versuche. Bitte in {minutes} Minuten noch einmal versuchen',
};

export const requestSentences: Sentences = {
  ...NAMES,
  ...UNKNOWN,
  ...PEOPLE,
  ...APPS,
  ...CHANNELS,
  ...WEBHOOKS,
  ...DATES,
  ...POSTS,
};
