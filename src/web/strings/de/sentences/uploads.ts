import type { uploadSentences as english } from '../../../../../src/platform/sentences/uploads.ts';

export const uploadSentences: Readonly<Record<keyof typeof english, string>> = {
  too_many_tags_of_file: 'gäbe der Datei {id} mehr als {max:number} Schlagwörter',
  not_an_https_url: 'Muss eine URL sein, die mit https:// beginnt',
  fetched_a_web_page:
    'Die Datei konnte nicht geladen werden: {host} antwortet mit einer Webseite, nicht mit einem Bild oder Video. Bitte die URL der Datei selbst angeben',
  url_with_spaces: 'Muss eine URL ohne Leer- und Steuerzeichen sein',
  address_of_private_network: 'Darf keine Adresse eines privaten Netzes sein',
  url_with_password: 'Darf weder Benutzernamen noch Passwort enthalten',
  media_not_from_there: 'Muss „{needed}“ enthalten: Diese Instanz nimmt Medien nur von dort',
  not_a_data_uri: 'Muss data:TYP;base64, und die Datei in Base64 sein',
  data_uri_of_text: 'Ist ein Text, kein Bild oder Video',
  not_base64: 'Ist kein gültiges Base64',
  fetched_a_status: 'Die Datei konnte nicht geladen werden: {host} antwortet mit {status}',
  fetched_nothing: 'Die Datei konnte nicht geladen werden: Die Antwort von {host} ist leer',
  redirect_to_no_url:
    'Die Datei konnte nicht geladen werden: {host} leitet auf etwas weiter, das keine URL ist',
  link_is_no_page: 'Es gibt keine Linkkarte: {host} hat mit etwas geantwortet, das keine Webseite ist',
  link_without_title: 'Es gibt keine Linkkarte: Die Seite auf {host} hat keinen Titel',
  page_answered_status: 'Es gibt keine Linkkarte: {host} antwortet mit {status}',
  page_refused: 'Es gibt keine Linkkarte: {host} ist nicht erreichbar oder schickt nichts Lesbares',
  page_too_slow: 'Es gibt keine Linkkarte: {host} hat zu lange für eine Antwort gebraucht',
  page_redirects: 'Es gibt keine Linkkarte: {host} leitet zu oft weiter oder auf etwas, das keine URL ist',
  page_with_password: 'Es gibt keine Linkkarte: Die URL enthält Benutzernamen oder Passwort',
  page_not_read_again: 'Es gibt keine Linkkarte: {host} ließ sich eben nicht lesen',
  pages_too_slow:
    'Es gibt keine Linkkarte: Andere Seiten dieses Beitrags haben zu lange für eine Antwort gebraucht',
  fetch_refused: 'Die Datei konnte nicht geladen werden: {host} gibt sie nicht heraus',
  too_many_redirects: 'Die Datei konnte nicht geladen werden: mehr als {max} Weiterleitungen',
  fetch_url_with_password:
    'Die Datei konnte nicht geladen werden: Die URL enthält Benutzernamen oder Passwort',
  fetch_url_not_https: 'Die Datei konnte nicht geladen werden: {address} ist keine https-URL',
  fetches_took_too_long:
    'Die Datei konnte nicht geladen werden: Die Dateien dieser Anfrage brauchten zu lange',
  host_unreachable:
    '{host} ist nicht erreichbar oder hat keine brauchbare Antwort gegeben. Bitte die URL prüfen und es noch einmal versuchen',
  network_answer_not_usable: '{network} hat keine brauchbare Antwort gegeben',
  heic_unreadable: 'Das HEIC-Bild lässt sich nicht lesen. Als JPEG speichern und dieses hochladen',
  heic_too_many_pixels:
    'Das Bild hat {width} × {height} Pixel; bei HEIC sind höchstens {limit} Millionen möglich. Als JPEG speichern und dieses hochladen',
  file_type_unknown:
    'Dieser Dateityp wird nicht unterstützt. Möglich sind JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP, TIFF, MP4, MOV und PDF',
  file_type_unsupported:
    'Der Dateityp {mime} wird nicht unterstützt. Möglich sind JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP, TIFF, MP4, MOV und PDF',
  file_over_limit_of_type: 'Die Datei hat {size:bytesUp}; für {mime} sind höchstens {max:bytesDown} erlaubt',
  file_over_limit: 'Die Datei hat mehr als {max:bytesDown}',
  file_over_1_gb: 'Die Datei ist größer als 1 GB',
  picture_place_not_removable:
    'Das Bild verrät, wo oder mit wessen Kamera es aufgenommen wurde, und ist zu beschädigt, um ohne diese Angabe gespeichert zu werden. Bitte neu speichern und hochladen',
  picture_breaks_off:
    'Das Bild bricht ab oder ist beschädigt: Ein Teil davon fehlt. Bitte noch einmal hochladen oder vorher neu speichern',
  picture_not_turnable:
    'Das Bild ist gedreht gespeichert und zu beschädigt, um aufgerichtet zu werden. Bitte neu speichern und hochladen',
  picture_too_many_pixels: 'Das Bild hat {width} × {height} Pixel; höchstens {max} Millionen sind erlaubt',
  not_multipart: 'Die Datei muss als multipart/form-data kommen, Teil „file“',
  file_with_encoding:
    'Die Übertragung hat das Content-Encoding „{coding}“: Dateien werden unverändert gesendet',
  no_file_part: 'Es fehlt die Datei: Ihr Teil muss „file“ heißen',
  multipart_unreadable: 'Die Übertragung war nicht lesbar ({why})',
  bmp_unreadable: 'Das BMP-Bild lässt sich nicht lesen. Als PNG speichern und dieses hochladen',
  animated_png:
    'Das Bild ist ein animiertes PNG (APNG), das Netzwerke als Standbild oder gar nicht anzeigen. Als GIF oder MP4 speichern und dieses hochladen',
  animated_avif:
    'Das Bild ist ein animiertes AVIF, das Netzwerke als Standbild oder gar nicht anzeigen. Als GIF oder MP4 speichern und dieses hochladen',
  byte_order_mark:
    'Die Datei beginnt mit einer Byte-Reihenfolge-Markierung, die zu einem Text gehört: Ein Programm hat das Bild als Text gelesen, und es ist nicht mehr vollständig. Bitte das Bild selbst hochladen',
  video_without_index:
    'Dem Video fehlt das Inhaltsverzeichnis (moov), ohne das es niemand abspielen kann: Aufnahme, Export oder Download wurden abgebrochen. Bitte neu exportieren und hochladen',
  video_breaks_off:
    'Das Video bricht ab: Sein Inhaltsverzeichnis nennt Bilder oder Töne, die in der Datei fehlen. Bitte neu exportieren und hochladen',
  no_moving_picture: 'Die Datei enthält kein bewegtes Bild, nur Ton oder nichts. Bitte ein Video hochladen',
  video_place_in_pictures:
    'Das Video sagt vielleicht, wo, von wem oder mit welcher Kamera es aufgenommen wurde, und hat Bilder in einem Format, das sich nicht ohne das speichern lässt ({codec}). Bitte als MP4 mit H.264 und AAC exportieren und hochladen',
  video_place_in_sound:
    'Das Video sagt vielleicht, wo, von wem oder mit welcher Kamera es aufgenommen wurde, und hat Ton in einem Format, das sich nicht ohne das speichern lässt ({codec}). Bitte als MP4 mit H.264 und AAC exportieren und hochladen',
  video_pictures_not_for_mp4:
    'Die Bilder des Videos haben ein Format, das in kein MP4 passt ({codec}). Bitte als MP4 mit H.264 und AAC exportieren und hochladen',
  video_sound_not_for_mp4:
    'Der Ton des Videos hat ein Format, das in kein MP4 passt ({codec}). Bitte als MP4 mit H.264 und AAC exportieren und hochladen',
  upload_deleted: 'Eine Datei wurde inzwischen gelöscht',
  no_such_file: 'In der Mediathek gibt es keine Datei mit der ID {id}',
  foreign_file: 'Die Datei {id} gehört einer anderen Organisation',
  file_in_draft: 'Ein Entwurf verwendet diese Datei: Bitte zuerst dort entfernen',
  file_in_post: 'Ein Beitrag, der noch nicht veröffentlicht ist, verwendet diese Datei',
  file_in_post_of_id: 'Ein Beitrag, der noch nicht veröffentlicht ist, verwendet diese Datei ({id})',
  file_in_posts: '{count} Beiträge, die noch nicht veröffentlicht sind, verwenden diese Datei',
  file_in_posts_since_id:
    '{count} Beiträge, die noch nicht veröffentlicht sind, verwenden diese Datei (der erste ist {id})',
  fit_document: 'Ist ein PDF. Nur Bilder lassen sich anpassen',
  fit_video: 'Ist ein Video. Nur Bilder lassen sich anpassen',
  fit_animated: 'Ist animiert, und die Kopie wäre ein Standbild. Bitte ein nicht animiertes Bild wählen',
  fit_not_convertible:
    'Ist beschädigt oder hat einen Typ, der sich nicht umwandeln lässt. Bitte als JPEG oder PNG speichern und neu hochladen',
  fit_too_large:
    'Hat auch so klein wie möglich noch {size:bytesUp}; {network} erlaubt {max:bytesDown}. Bitte ein einfacheres Bild wählen',
  fit_too_small:
    'Hat höchstens {width} × {height} Pixel; {network} braucht mindestens {minWidth} × {minHeight}, und kein Bild wird vergrößert. Bitte ein größeres wählen',
  fit_aspect_too_small:
    'Muss „pad“ oder „crop“ sein: Das Bild hat das Seitenverhältnis {aspect} (Breite ÷ Höhe), und {network} braucht mindestens {min}',
  fit_aspect_too_large:
    'Muss „pad“ oder „crop“ sein: Das Bild hat das Seitenverhältnis {aspect} (Breite ÷ Höhe), und {network} erlaubt höchstens {max}',
  fit_no_pictures: 'Dieses Netzwerk nimmt keine Bilder an: {network}',
  fit_unknown_network: 'Ist weder die ID eines Kanals noch ein Netzwerk. GET /integrations listet beide',
  fit_network_not_on_this_instance: 'Ist ein Kanal eines Netzwerks, das diese Instanz nicht kennt',
  only_videos: 'Ist kein Video. Nur Videos lassen sich umwandeln oder kürzen',
  trim_after_end: 'Liegt hinter dem Ende: Das Video dauert {max} Millisekunden',
  trim_too_short: 'Muss mindestens {min} Millisekunden nach startMs liegen',
  trim_not_possible:
    'Das Video hat ein Format, das sich hier nicht kürzen lässt. Bitte vor dem Hochladen kürzen oder den Betreiber um ffmpeg bitten (CRIER_FFMPEG)',
  conversion_impossible:
    'Das Video lässt sich nicht umwandeln: Es ist beschädigt oder hat ein Format, das ffmpeg hier nicht lesen kann. Bitte als MP4 mit H.264 und AAC exportieren und hochladen',
  conversion_too_long:
    'Die Umwandlung hat länger als eine Stunde gedauert und wurde beendet. Bitte das Video als MP4 mit H.264 und AAC exportieren und hochladen',
  conversion_too_heavy:
    'Die Umwandlung braucht mehr Speicher, als sie darf, und wurde beendet. Bitte das Video mit weniger Pixeln exportieren und hochladen',
  conversion_too_large: 'Das Ergebnis ist größer, als ein Video sein darf. Bitte das Video zuerst kürzen',
  video_interrupted: 'Crier wurde beendet, bevor die Arbeit fertig war. Bitte noch einmal versuchen',
  video_failed:
    'Hier ist etwas schiefgegangen; der Betreiber findet es im Protokoll. Bitte später noch einmal versuchen',
  file_gone: 'Die Datei {id} fehlt in ihrem Ordner',
  fit_too_heavy:
    'Ist beschädigt oder braucht mehr Zeit oder Speicher, als ein Bild darf. Bitte mit weniger Pixeln speichern und neu hochladen',
  file_too_heavy:
    'Die Datei ist beschädigt oder braucht mehr Zeit oder Speicher, als eine Datei darf. Bitte mit weniger Pixeln speichern und neu hochladen',
  file_damaged: 'Die Datei ist beschädigt. Bitte neu speichern und hochladen',
  document_locked: 'Das PDF hat ein Kennwort. Bitte ohne Kennwort speichern und hochladen',
  document_without_pages: 'Das PDF hat keine Seiten. Bitte neu speichern und hochladen',
  document_too_large: 'Die Bilder brauchen mehr als die {max:bytesDown}, die ein Dokument haben darf',
  file_not_arrived: 'Die Datei ist nicht angekommen',
  upload_completed_before:
    'Das Hochladen wurde schon abgeschlossen: Die Datei ist in der Mediathek oder wurde abgelehnt',
  not_of_the_arrived_file: 'Ist nicht der der angekommenen Datei. Bitte noch einmal senden',
  document_picture_damaged: 'Ein Bild des Dokuments ist beschädigt',
  no_bucket_named:
    'Hier ist kein Bucket genannt: S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID und S3_SECRET_ACCESS_KEY setzen. Liegen Dateien dieser Instanz schon in einem, dies mit den Variablen der Instanz ausführen',
};
