/** Why a file was not taken, fetched or deleted, in German. */
import type { Sentences } from '../../sentences.ts';

const FETCHING: Sentences = {
  'must be an address that begins with https://': 'Muss eine Adresse sein, die mit https:// beginnt',
  'The file could not be fetched: {host} answered with a web page, not with a picture or a video. Use the address of the file itself':
    'Die Datei konnte nicht geladen werden: {host} antwortet mit einer Webseite, nicht mit einem Bild oder Video. Bitte die Adresse der Datei selbst angeben',
  'must be one address, without white space and control characters':
    'Muss eine Adresse ohne Leer- und Steuerzeichen sein',
  'must not be an address of a private network': 'Darf keine Adresse eines privaten Netzes sein',
  'must not hold a user name or password': 'Darf weder Benutzernamen noch Passwort enthalten',
  'must contain "{needed}": this instance takes media from there alone':
    'Muss „{needed}“ enthalten: Diese Instanz nimmt Medien nur von dort',
  'must be data:TYPE;base64, and the file in base64': 'Muss data:TYP;base64, und die Datei in Base64 sein',
  'is a text, not a picture or video': 'Ist ein Text, kein Bild oder Video',
  'is not valid base64': 'Ist kein gültiges Base64',
  'The file could not be fetched: {host} answered {status}':
    'Die Datei konnte nicht geladen werden: {host} antwortet mit {status}',
  'The file could not be fetched: {host} answered with nothing':
    'Die Datei konnte nicht geladen werden: Die Antwort von {host} ist leer',
  'The file could not be fetched: {host} redirects to something that is no address':
    'Die Datei konnte nicht geladen werden: {host} leitet auf etwas weiter, das keine Adresse ist',
  'The file could not be fetched: {host} did not give it':
    'Die Datei konnte nicht geladen werden: {host} gibt sie nicht heraus',
  'The file could not be fetched: more than {max:number} redirects':
    'Die Datei konnte nicht geladen werden: mehr als {max} Weiterleitungen',
  'The file could not be fetched: the address holds a user name or password':
    'Die Datei konnte nicht geladen werden: Die Adresse enthält Benutzernamen oder Passwort',
  'The file could not be fetched: {address} is not an address with https':
    'Die Datei konnte nicht geladen werden: {address} ist keine Adresse mit https',
  'The file could not be fetched: the files of this request took too long':
    'Die Datei konnte nicht geladen werden: Die Dateien dieser Anfrage brauchten zu lange',
  'Failed to fetch: {host} could not be reached, or gave no answer that can be used. Check the address and try again':
    '{host} ist nicht erreichbar oder antwortet nichts Brauchbares. Bitte die Adresse prüfen und noch einmal versuchen',
  '{network} gave no answer that can be used': '{network} hat nichts Brauchbares geantwortet',
};

const RECEIVING: Sentences = {
  'The HEIC picture cannot be read. Save it as JPEG, and upload that':
    'Das HEIC-Bild lässt sich nicht lesen. Als JPEG speichern und dieses hochladen',
  'The picture has {width} × {height} pixels; {limit} million is the limit of HEIC. Save it as JPEG, and upload that':
    'Das Bild hat {width} × {height} Pixel; bei HEIC sind höchstens {limit} Millionen möglich. Als JPEG speichern und dieses hochladen',
  'This file type is not supported. Upload JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP, TIFF, MP4 or MOV':
    'Dieser Dateityp wird nicht unterstützt. Möglich sind JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP, TIFF, MP4 und MOV',
  'This file type is not supported ({mime}). Upload JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP, TIFF, MP4 or MOV':
    'Der Dateityp {mime} wird nicht unterstützt. Möglich sind JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP, TIFF, MP4 und MOV',
  'The file has {size:number} bytes; {mime} is limited to {max:number}':
    'Die Datei hat {size} Bytes; für {mime} sind höchstens {max} erlaubt',
  'The file has more than {max:number} bytes': 'Die Datei hat mehr als {max} Bytes',
  'The file is over 1 GB': 'Die Datei ist größer als 1 GB',
  'The picture says where or with whose camera it was taken, and is too damaged to be stored without that. Save it again, and upload that':
    'Das Bild verrät, wo oder mit wessen Kamera es aufgenommen wurde, und ist zu beschädigt, um ohne diese Angabe gespeichert zu werden. Bitte neu speichern und hochladen',
  'The picture breaks off or is damaged: not all of it is there. Upload it again, or save it again first':
    'Das Bild bricht ab oder ist beschädigt: Ein Teil davon fehlt. Bitte noch einmal hochladen oder vorher neu speichern',
  'The picture is stored on its side, and is too damaged to be turned. Save it again, and upload that':
    'Das Bild ist gedreht gespeichert und zu beschädigt, um aufgerichtet zu werden. Bitte neu speichern und hochladen',
  'The file is empty': 'Die Datei ist leer',
  'The picture has {width:number} × {height:number} pixels; {max:number} million is the limit':
    'Das Bild hat {width} × {height} Pixel; höchstens {max} Millionen sind erlaubt',
  'Send the file as multipart/form-data, part "file"':
    'Die Datei muss als multipart/form-data kommen, Teil „file“',
  'The body has the Content-Encoding "{coding}": send a file as it is':
    'Die Übertragung hat das Content-Encoding „{coding}“: Dateien werden unverändert gesendet',
  'No file provided: the part must be named "file"': 'Es fehlt die Datei: Ihr Teil muss „file“ heißen',
  'The multipart body could not be read: {why}': 'Die Übertragung war nicht lesbar ({why})',
};

const FORMATS: Sentences = {
  'The BMP picture cannot be read. Save it as PNG, and upload that':
    'Das BMP-Bild lässt sich nicht lesen. Als PNG speichern und dieses hochladen',
  'The picture is an animated PNG (APNG), which networks show standing still, or not at all. Save it as GIF or MP4, and upload that':
    'Das Bild ist ein animiertes PNG (APNG), das bei Netzwerken stillsteht oder gar nicht erscheint. Als GIF oder MP4 speichern und dieses hochladen',
  'The picture is an animated AVIF, which networks show standing still, or not at all. Save it as GIF or MP4, and upload that':
    'Das Bild ist ein animiertes AVIF, das bei Netzwerken stillsteht oder gar nicht erscheint. Als GIF oder MP4 speichern und dieses hochladen',
  'The file begins with a byte order mark, which belongs to a text: a program has read the picture as text, and it is no longer whole. Upload the picture itself':
    'Die Datei beginnt mit einer Byte-Reihenfolge-Markierung, die zu einem Text gehört: Ein Programm hat das Bild als Text gelesen, und es ist nicht mehr heil. Bitte das Bild selbst hochladen',

  'The video has no index (moov), without which nothing can play it: the recording, the export or the download broke off. Export it again, and upload that':
    'Dem Video fehlt das Inhaltsverzeichnis (moov), ohne das es niemand abspielen kann: Aufnahme, Export oder Download wurden abgebrochen. Bitte neu exportieren und hochladen',
  'The video breaks off: its index names pictures or sounds that are not in the file. Export it again, and upload that':
    'Das Video bricht ab: Sein Inhaltsverzeichnis nennt Bilder oder Töne, die in der Datei fehlen. Bitte neu exportieren und hochladen',
  'The file has no moving picture, only sound or nothing. Upload a video':
    'Die Datei enthält kein bewegtes Bild, nur Ton oder nichts. Bitte ein Video hochladen',
  'The video may say where, by whom or with which camera it was taken, and has pictures in a format that cannot be stored without that ({codec}). Export it as MP4 with H.264 and AAC, and upload that':
    'Das Video sagt vielleicht, wo, von wem oder mit welcher Kamera es aufgenommen wurde, und hat Bilder in einem Format, das sich nicht ohne das speichern lässt ({codec}). Exportieren Sie es als MP4 mit H.264 und AAC, und laden Sie das hoch',
  'The video may say where, by whom or with which camera it was taken, and has sound in a format that cannot be stored without that ({codec}). Export it as MP4 with H.264 and AAC, and upload that':
    'Das Video sagt vielleicht, wo, von wem oder mit welcher Kamera es aufgenommen wurde, und hat Ton in einem Format, das sich nicht ohne das speichern lässt ({codec}). Exportieren Sie es als MP4 mit H.264 und AAC, und laden Sie das hoch',
  'The video has pictures in a format that cannot be put into an MP4 ({codec}). Export it as MP4 with H.264 and AAC, and upload that':
    'Die Bilder des Videos haben ein Format, das in kein MP4 passt ({codec}). Bitte als MP4 mit H.264 und AAC exportieren und hochladen',
  'The video has sound in a format that cannot be put into an MP4 ({codec}). Export it as MP4 with H.264 and AAC, and upload that':
    'Der Ton des Videos hat ein Format, das in kein MP4 passt ({codec}). Bitte als MP4 mit H.264 und AAC exportieren und hochladen',
};

const LIBRARY: Sentences = {
  'An upload was deleted meanwhile': 'Eine Datei wurde inzwischen gelöscht',
  'No file of the library has the id {id}': 'In der Mediathek gibt es keine Datei mit der ID {id}',
  'The file {id} belongs to another organisation': 'Die Datei {id} gehört einer anderen Organisation',
  'A draft uses this file: take it out of the draft first':
    'Ein Entwurf verwendet diese Datei: Bitte zuerst dort entfernen',
  'A post that is not published yet uses this file':
    'Ein Beitrag, der noch nicht veröffentlicht ist, verwendet diese Datei',
  'A post that is not published yet uses this file ({id})':
    'Ein Beitrag, der noch nicht veröffentlicht ist, verwendet diese Datei ({id})',
  '{count:number} posts that are not published yet use this file':
    '{count} Beiträge, die noch nicht veröffentlicht sind, verwenden diese Datei',
  '{count:number} posts that are not published yet use this file (the first is {id})':
    '{count} Beiträge, die noch nicht veröffentlicht sind, verwenden diese Datei (der erste ist {id})',
};

const FITTING: Sentences = {
  'is a video. Only pictures can be fitted': 'Ist ein Video. Nur Bilder lassen sich anpassen',
  'is animated, and its copy would stand still. Choose a picture that does not move':
    'Ist animiert, und die Kopie stünde still. Bitte ein Bild wählen, das sich nicht bewegt',
  'is damaged, or of a type that cannot be converted. Save it as JPEG or PNG, and upload that':
    'Ist beschädigt oder hat einen Typ, der sich nicht umwandeln lässt. Bitte als JPEG oder PNG speichern und neu hochladen',
  'still has {size:number} bytes when it is made as small as it may be; {network} allows {max:number}. Choose a simpler one':
    'Hat auch so klein wie möglich noch {size} Bytes; {network} erlaubt {max}. Bitte ein einfacheres Bild wählen',
  'is {width:number} × {height:number} pixels at most; {network} needs at least {minWidth:number} × {minHeight:number}, and a picture is never enlarged. Choose a larger one':
    'Hat höchstens {width} × {height} Pixel; {network} braucht mindestens {minWidth} × {minHeight}, und kein Bild wird vergrößert. Bitte ein größeres wählen',
  'must be "pad" or "crop": the picture has the aspect ratio {aspect:number} (width ÷ height), and {network} needs at least {min:number}':
    'Muss „pad“ oder „crop“ sein: Das Bild hat das Seitenverhältnis {aspect} (Breite ÷ Höhe), und {network} braucht mindestens {min}',
  'must be "pad" or "crop": the picture has the aspect ratio {aspect:number} (width ÷ height), and {network} allows {max:number} at most':
    'Muss „pad“ oder „crop“ sein: Das Bild hat das Seitenverhältnis {aspect} (Breite ÷ Höhe), und {network} erlaubt höchstens {max}',
  'names a network that takes no pictures: {network}': 'Dieses Netzwerk nimmt keine Bilder an: {network}',
  'is neither the id of a channel nor a network. GET /integrations lists both':
    'Ist weder die ID eines Kanals noch ein Netzwerk. GET /integrations listet beide',
  'is a channel of a network that this instance does not know':
    'Ist ein Kanal eines Netzwerks, das diese Instanz nicht kennt',
  'The file {id} is gone from its folder': 'Die Datei {id} fehlt in ihrem Ordner',
};

const BEYOND_THE_LIMITS: Sentences = {
  'is damaged, or needs more time or memory than a picture may. Save it again with fewer pixels, and upload that':
    'Ist beschädigt oder braucht mehr Zeit oder Speicher, als ein Bild darf. Bitte mit weniger Pixeln speichern und neu hochladen',
  'The file is damaged, or needs more time or memory than a file may. Save it again with fewer pixels, and upload that':
    'Die Datei ist beschädigt oder braucht mehr Zeit oder Speicher, als eine Datei darf. Bitte mit weniger Pixeln speichern und neu hochladen',
  'The file is damaged. Save it again, and upload that':
    'Die Datei ist beschädigt. Bitte neu speichern und hochladen',
  'The pictures need more than the {max:number} bytes that a document may have':
    'Die Bilder brauchen mehr als die {max} Bytes, die ein Dokument haben darf',
  'The file has not arrived': 'Die Datei ist nicht angekommen',
  'The upload was completed before: its file is in the media library, or was refused':
    'Das Hochladen wurde schon abgeschlossen: Die Datei ist in der Mediathek oder wurde abgelehnt',
  'is not that of the file that arrived: send it again':
    'Ist nicht der der angekommenen Datei. Bitte noch einmal senden',
  'A picture of the document is damaged': 'Ein Bild des Dokuments ist beschädigt',
};

export const uploadSentences: Sentences = {
  ...FETCHING,
  ...RECEIVING,
  ...FORMATS,
  ...LIBRARY,
  ...FITTING,
  ...BEYOND_THE_LIMITS,
};
