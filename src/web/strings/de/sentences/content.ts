/** What a network would refuse about a post (`providers/`), in German. */
import type { Sentences } from '../../sentences.ts';

/**
 * By the rules that every network declares: length of the text, number, type, size and shape of the files.
 */
const COMMON: Sentences = {
  'is {length:number} characters long; {network} allows {max:number}':
    'Der Text hat {length} Zeichen; {network} erlaubt {max}',
  'is {length:number} bytes long; {network} allows {max:number}':
    'Der Text hat {length} Bytes; {network} erlaubt {max}',
  'is {length:number} characters long with its markup; {network} allows {max:number}':
    'Der Text hat mit seinem HTML {length} Zeichen; {network} erlaubt {max}',
  '<table> is taken out: its rows become lines': '<table> entfällt: Aus jeder Zeile wird eine Textzeile',
  "<{tag}> is taken out: add the picture to the post's media":
    '<{tag}> entfällt: Das Bild zu den Medien des Beitrags hinzufügen',
  '<{tag}> is taken out with all that is in it': '<{tag}> entfällt mit allem, was darin steht',
  '<{tag}> is taken out: its words stay': '<{tag}> entfällt: Die Wörter darin bleiben',
  '<{tag}> has no end, and is taken out: it was read as HTML':
    '<{tag}> hat kein Ende und entfällt: Es wurde als HTML gelesen',
  '<{tag}> is taken out': '<{tag}> entfällt',
  'what reviewers have noted (Word) is taken out': 'Kommentare aus Word entfallen',
  'the address of a link, which begins with {scheme}:, is taken out: its words stay':
    'Die Adresse eines Links, die mit {scheme}: beginnt, entfällt: Die Wörter darin bleiben',
  'is empty; add text or media': 'Es fehlen Text oder Medien',
  'is empty; at least {min:number} file is required': 'Es fehlen Dateien; mindestens {min} wird gebraucht',
  'is empty; at least {min:number} files are required':
    'Es fehlen Dateien; mindestens {min} werden gebraucht',
  'has {count:number} files; at least {min:number} are required':
    'Zu wenige Dateien ({count}); es müssen mindestens {min} sein',
  'has {count:number} files; the maximum is {max:number}':
    'Zu viele Dateien ({count}); erlaubt sind höchstens {max}',
  'has {count:number} pictures; the maximum is {max:number}':
    'Zu viele Bilder ({count}); erlaubt sind höchstens {max}',
  'has {count:number} videos; the maximum is {max:number}':
    'Zu viele Videos ({count}); erlaubt sind höchstens {max}',
  'mixes pictures and videos; only one kind is allowed': 'Bilder und Videos zusammen sind nicht erlaubt',
  'takes no pictures': 'Nimmt keine Bilder an',
  'takes no videos': 'Nimmt keine Videos an',
  '{file} is {mime}; allowed types are {types}': '{file} hat den Typ {mime}; erlaubt sind {types}',
  '{file} has {size:number} bytes; the maximum is {max:number}':
    '{file} hat {size} Bytes; erlaubt sind höchstens {max}',
  '{file} has {size:number} bytes; at least {min:number} are required':
    '{file} hat {size} Bytes; es müssen mindestens {min} sein',
  '{file} is {width:number} pixels wide; the minimum is {min:number}':
    '{file} ist {width} Pixel breit; es müssen mindestens {min} sein',
  '{file} is {width:number} pixels wide; the maximum is {max:number}':
    '{file} ist {width} Pixel breit; erlaubt sind höchstens {max}',
  '{file} is {height:number} pixels high; the minimum is {min:number}':
    '{file} ist {height} Pixel hoch; es müssen mindestens {min} sein',
  '{file} is {height:number} pixels high; the maximum is {max:number}':
    '{file} ist {height} Pixel hoch; erlaubt sind höchstens {max}',
  '{file} has {pixels:number} pixels; the minimum is {min:number}':
    '{file} hat {pixels} Pixel; es müssen mindestens {min} sein',
  '{file} has {pixels:number} pixels; the maximum is {max:number}':
    '{file} hat {pixels} Pixel; erlaubt sind höchstens {max}',
  '{file} has the aspect ratio {aspect:number} (width ÷ height); the minimum is {min:number}':
    '{file} hat das Seitenverhältnis {aspect} (Breite ÷ Höhe); es muss mindestens {min} sein',
  '{file} has the aspect ratio {aspect:number} (width ÷ height); the maximum is {max:number}':
    '{file} hat das Seitenverhältnis {aspect} (Breite ÷ Höhe); erlaubt ist höchstens {max}',
  '{file} lasts {seconds:number} seconds; the minimum is {min:number}':
    '{file} dauert {seconds} Sekunden; es müssen mindestens {min} sein',
  '{file} lasts {seconds:number} seconds; the maximum is {max:number}':
    '{file} dauert {seconds} Sekunden; erlaubt sind höchstens {max}',
  '{network} fetches files itself and cannot reach {origin}; it needs a public https address (FRONTEND_URL)':
    '{network} holt Dateien selbst ab und erreicht {origin} nicht; nötig ist eine öffentliche https-Adresse (FRONTEND_URL)',
  '{network} does not support threads; send one part only':
    '{network} kennt keine Threads; nur ein Teil ist möglich',
  'is not a setting of {network}, and the post would go out without it; for {concern:phrase} there is {fields}':
    'Diese Einstellung kennt {network} nicht, der Beitrag ginge ohne sie hinaus; zuständig für {concern} ist dort: {fields}',
  'is not a setting of {network}, and the post would go out without it; there is none for {concern:phrase}':
    'Diese Einstellung kennt {network} nicht, der Beitrag ginge ohne sie hinaus; für {concern} gibt es dort keine',
  'is not a setting of {network}, and the post would go out at another time; use date of the request':
    'Diese Einstellung kennt {network} nicht, der Beitrag ginge zu einer anderen Zeit hinaus; es gilt das Datum der Anfrage',
  'is one of more than {most:number} fields that {network} does not have':
    'Mehr als {most} Einstellungen, die {network} nicht kennt, sind zu viele',
  'is not a setting of {network} and has no effect':
    'Diese Einstellung kennt {network} nicht; sie bleibt ohne Wirkung',
  'is not a setting of {network} and has no effect; did you mean {meant}?':
    'Diese Einstellung kennt {network} nicht, sie bleibt ohne Wirkung; gemeint ist vielleicht {meant}',
  'must be "{network}" for this channel': 'Muss für diesen Kanal „{network}“ sein',
  'must be "{network}" for this channel; it is missing': 'Fehlt; für diesen Kanal ist es „{network}“',
};

/** What only one network minds, or a few. */
const TEXTS: Sentences = {
  'A post needs text or media': 'Ein Beitrag braucht Text oder Medien',
  'The text has {bytes:number} bytes; Bluesky allows {max:number}':
    'Der Text hat {bytes} Bytes; Bluesky erlaubt {max}',
  'The text has {length:number} characters; this instance allows {max:number}':
    'Der Text hat {length} Zeichen; dieser Server erlaubt {max}',
  'The text has {length:number} characters; with media Telegram allows {max:number}':
    'Der Text hat {length} Zeichen; mit Medien erlaubt Telegram {max}',
  'The text contains a private key (nsec1…); anyone who reads it could post as its owner':
    'Der Text enthält einen privaten Schlüssel (nsec1…); wer ihn liest, könnte damit veröffentlichen',
  'The text and the links to its media are longer than {max:number} characters':
    'Der Text und die Links zu den Medien haben zusammen mehr als {max} Zeichen',
  'is {length:number} characters long; TikTok allows {max:number} with a video':
    'Der Text hat {length} Zeichen; mit einem Video erlaubt TikTok {max}',
  'is {length:number} characters long (UTF-16 code units, where an emoji has two or more); TikTok allows {max:number}':
    'Der Titel hat {length} Zeichen (ein Emoji zählt als zwei oder mehr); TikTok erlaubt {max}',
  'is {bytes:number} bytes long; listmonk allows {max:number}':
    'Der Betreff hat {bytes} Bytes; listmonk erlaubt {max}',
  'has {count:number} hashtags; Instagram allows {max:number}':
    'Der Text hat {count} Hashtags; Instagram erlaubt {max}',
  'has {count:number} hashtags; Instagram allows {max:number} in a comment':
    'Der Kommentar hat {count} Hashtags; Instagram erlaubt {max}',
  'has {count:number} mentions; Instagram allows {max:number}':
    'Der Text erwähnt {count} Konten; Instagram erlaubt {max}',
  'has {count:number} links; Instagram allows {max:number} in a comment':
    'Der Kommentar hat {count} Links; Instagram erlaubt {max}',
  'has {count:number} links; Threads allows {max:number}':
    'Der Text hat {count} Links; Threads erlaubt {max}',
  'is all in capitals, which Instagram rejects in a comment':
    'Einen Kommentar nur aus Großbuchstaben lehnt Instagram ab',
  'begins with front matter (between two lines of ---), which would override the settings; remove it, or begin with a line of text':
    'Der Text beginnt mit Front Matter (zwischen zwei Zeilen aus ---), das die Einstellungen ersetzen würde; bitte entfernen oder mit einer Textzeile beginnen',
  'must not contain < or >, which YouTube rejects in a description':
    'Darf weder < noch > enthalten; YouTube lehnt sie in einer Beschreibung ab',
  'links to the post {id}, which does not exist': 'Verweist auf den Beitrag {id}, den es nicht gibt',
  'has more than {max:number} tags': 'Der Text hat mehr als {max} HTML-Tags',
  'has more than {max:number} comments (<!-- … -->); remove them':
    'Der Text hat mehr als {max} Kommentare (<!-- … -->); bitte entfernen',
  'A draft of an article cannot have replies; send one part, or publish the article':
    'Der Entwurf eines Artikels kann keine Antworten haben; nur ein Teil ist möglich, oder der Artikel wird veröffentlicht',
};

const FILES: Sentences = {
  'The files have {bytes:number} bytes together; this server allows {max:number}':
    'Die Dateien haben zusammen {bytes} Bytes; dieser Server erlaubt {max}',
  'The files have {bytes:number} bytes together; Telegram allows {max:number}':
    'Die Dateien haben zusammen {bytes} Bytes; Telegram erlaubt {max}',
  'The file has {size:number} bytes; this server allows {max:number}':
    'Die Datei hat {size} Bytes; dieser Server erlaubt {max}',
  'The picture has {size:number} bytes; Telegram allows {max:number}':
    'Das Bild hat {size} Bytes; Telegram erlaubt {max}',
  'The description has {length:number} characters; {network} allows {max:number}':
    'Die Beschreibung hat {length} Zeichen; {network} erlaubt {max}',
  'The description has {length:number} characters; this instance allows {max:number}':
    'Die Beschreibung hat {length} Zeichen; dieser Server erlaubt {max}',
  'The post has {count:number} paragraphs and files; Tumblr allows {max:number}':
    'Der Beitrag hat {count} Absätze und Dateien; Tumblr erlaubt {max}',
  'The text has {count:number} links; Tumblr allows {max:number}':
    'Der Text hat {count} Links; Tumblr erlaubt {max}',
  'The description of {file} has {length:number} characters; Lemmy allows {max:number}':
    'Die Beschreibung von {file} hat {length} Zeichen; Lemmy erlaubt {max}',
  'has a description of {length:number} characters; Pinterest allows {max:number}':
    'Die Beschreibung hat {length} Zeichen; Pinterest erlaubt {max}',
  'has an address of {bytes:number} bytes; Farcaster allows {max:number}':
    'Die Adresse der Datei hat {bytes} Bytes; Farcaster erlaubt {max}',
  '{file} is {width:number} × {height:number} pixels; a shot must be exactly 400 × 300 or 800 × 600':
    '{file} hat {width} × {height} Pixel; ein Shot muss genau 400 × 300 oder 800 × 600 haben',
  '{file} is {width:number} × {height:number} pixels; VK allows {max:number} for width and height together':
    '{file} hat {width} × {height} Pixel; VK erlaubt für Breite und Höhe zusammen {max}',
  '{file} has {width:number} × {height:number} pixels; X allows GIFs of up to {maxWidth:number} × {maxHeight:number}':
    '{file} hat {width} × {height} Pixel; X erlaubt GIFs bis {maxWidth} × {maxHeight}',
  '{file} has a description of {length:number} characters; X allows {max:number}':
    'Die Beschreibung von {file} hat {length} Zeichen; X erlaubt {max}',
  'cannot be published: LinkedIn did not grant the permission for comments when this account was connected. Leave the comment out, or connect the account again when the app has the permission':
    'Kann nicht veröffentlicht werden: LinkedIn hat beim Verbinden des Kontos die Berechtigung für Kommentare nicht erteilt. Den Kommentar weglassen oder das Konto neu verbinden, sobald die App die Berechtigung hat',
  '{file} has {size:number} bytes; LinkedIn requires at least {min:number} for a video':
    '{file} hat {size} Bytes; LinkedIn verlangt für ein Video mindestens {min}',
  'Width and height are {sum:number} pixels together; Telegram allows {max:number}':
    'Breite und Höhe sind zusammen {sum} Pixel; Telegram erlaubt {max}',
  'One side is more than {times:number} times the other':
    'Eine Seite ist mehr als {times}-mal so lang wie die andere',
  'A GIF must be on its own': 'Ein GIF muss allein stehen',
  'needs at least 2 pictures, and no video': 'Geht nur mit mindestens 2 Bildern und ohne Video',
  'The files have {bytes:number} bytes together; a document for LinkedIn may have {max:number}':
    'Die Dateien haben zusammen {bytes} Bytes; ein Dokument für LinkedIn darf {max} haben',
  'X allows a GIF only on its own; send one file, or a PNG instead of the GIF':
    'X erlaubt ein GIF nur allein; bitte nur eine Datei oder statt des GIFs ein PNG',
  'is not a picture': 'Das ist kein Bild',
  'is after the end of the video, which lasts {ms:number} ms':
    'Dieser Moment liegt nach dem Ende des Videos, das {ms} ms dauert',
  'A trial reel must be exactly one video': 'Ein Test-Reel muss genau ein Video sein',
  'A reel with a sound must be exactly one video': 'Ein Reel mit einem Ton muss genau ein Video sein',
  'has {count:number} pictures besides a video; only one is allowed, as its cover':
    '{count} Bilder neben einem Video sind zu viel; nur eines ist erlaubt, als Titelbild',
  'has pictures of {sizes} pixels; in a carousel, all must have the same size':
    'Die Bilder haben {sizes} Pixel; in einem Karussell müssen alle gleich groß sein',
  'does not belong to any of the submissions; choose one of the types {types}':
    'Die Datei gehört zu keiner der Einreichungen; möglich ist sie mit den Arten {types}',
};

const SETTINGS: Sentences = {
  'needs a text in each part, which it hides': 'Braucht in jedem Teil einen Text, den die Warnung verdeckt',
  'must have at least {min:number} characters besides spaces':
    'Muss außer Leerzeichen mindestens {min} Zeichen haben',
  'must have at least {min:number} characters besides spaces at its ends':
    'Muss außer Leerzeichen am Anfang und Ende mindestens {min} Zeichen haben',
  'must have at least {min:number} characters besides spaces, or be empty':
    'Muss außer Leerzeichen mindestens {min} Zeichen haben oder leer sein',
  'must have a name of at least {min:number} characters': 'Der Name braucht mindestens {min} Zeichen',
  'A title of at least {min:number} characters is required':
    'Ein Titel aus mindestens {min} Zeichen wird gebraucht',
  'is empty': 'Ist leer',
  'needs a letter or a digit': 'Braucht einen Buchstaben oder eine Ziffer',
  'is a duplicate of a post in the same community': 'Derselbe Beitrag steht schon in dieser Community',
  'is for a post without media; remove the background or the media':
    'Geht nur ohne Medien; bitte den Hintergrund oder die Medien entfernen',
  'is for text of up to {max:number} characters; this one has {length:number}':
    'Geht nur mit höchstens {max} Zeichen; dieser Text hat {length}',
  'is required for the button {button}': 'Fehlt; die Schaltfläche {button} braucht es',
  'is required for an event': 'Fehlt; eine Veranstaltung braucht es',
  'is required to post in a group; the tool `groups` lists them':
    'Fehlt; ein Beitrag in einer Gruppe braucht sie',
  'is required for a submission of the type link': 'Fehlt; ein Link braucht es',
  'is required: {id, name} of one of the flairs of the subreddit':
    'Fehlt; dieses Subreddit verlangt eines seiner Flairs',
  'must be the ID of a conversation (C0123456789), not its name':
    'Muss die ID eines Channels sein (C0123456789), nicht sein Name',
  '{day} is before the start on {start}': '{day} liegt vor dem Beginn am {start}',
  '{time} is before the start at {start}': '{time} liegt vor dem Beginn um {start}',
  'have {length:number} characters together (a tag with a space counts two more); YouTube allows {max:number}':
    'Die Schlagwörter haben zusammen {length} Zeichen (ein Leerzeichen darin zählt zwei mehr); YouTube erlaubt {max}',
};

/** What a setting that a network does not have is about. */
export const concernPhrases: Readonly<Record<string, string>> = {
  'who sees a post': 'Sichtbarkeit',
  drafts: 'Entwürfe',
  warnings: 'Warnungen',
  polls: 'Umfragen',
  'who may reply': 'Antworten',
  'who may quote or share': 'Zitieren und Teilen',
  'dates of its own': 'eigene Termine',
  'an end of a post': 'ein Ablaufdatum',
  'answers and quotes': 'Bezüge auf andere Beiträge',
};

export const contentSentences: Sentences = { ...COMMON, ...TEXTS, ...FILES, ...SETTINGS };
