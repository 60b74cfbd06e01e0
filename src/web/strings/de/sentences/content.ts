import type { contentSentences as english } from '../../../../../providers/_kit/sentences/content.ts';

export const contentSentences: Readonly<Record<keyof typeof english, string>> = {
  text_too_long: 'Der Text hat {length} Zeichen; {network} erlaubt {max}',
  text_too_many_bytes: 'Der Text hat {length} Bytes; {network} erlaubt {max}',
  markup_too_long: 'Der Text hat mit seinem HTML {length} Zeichen; {network} erlaubt {max}',
  link_beside_media:
    '{network} zeigt entweder eine Linkkarte oder Medien: die Medien entfernen oder die Linkkarte weglassen',
  link_without_url: 'fehlt: Der Text hat keinen Link, aus dem eine Karte werden könnte',
  no_content: 'Es fehlen Text oder Medien',
  files_required: 'Es fehlen Dateien; mindestens {min} {min|wird|werden} gebraucht',
  too_few_files: 'Zu wenige Dateien ({count}); es müssen mindestens {min} sein',
  too_many_files: 'Zu viele Dateien ({count}); erlaubt sind höchstens {max}',
  too_many_pictures: 'Zu viele Bilder ({count}); erlaubt sind höchstens {max}',
  too_many_videos: 'Zu viele Videos ({count}); erlaubt sind höchstens {max}',
  pictures_and_videos: 'Bilder und Videos zusammen sind nicht erlaubt',
  no_documents:
    '{file} ist ein PDF, das dieses Netzwerk nicht annimmt. Seine Seiten bitte als Bilder veröffentlichen',
  document_not_alone: 'Enthält ein PDF neben anderen Dateien. Ein PDF wird allein veröffentlicht',
  too_many_pages: '{file} hat {pages} Seiten; erlaubt sind höchstens {max}',
  no_pictures: 'Nimmt keine Bilder an',
  no_videos: 'Nimmt keine Videos an',
  file_type_not_allowed: '{file} hat den Typ {mime}; erlaubt sind {types}',
  file_is_empty: 'Die Datei ist leer',
  file_too_many_bytes: '{file} hat {size:bytesUp}; erlaubt sind höchstens {max:bytesDown}',
  file_too_few_bytes: '{file} hat {size:bytesDown}; es müssen mindestens {min:bytesUp} sein',
  too_narrow: '{file} ist {value} Pixel breit; es müssen mindestens {limit} sein',
  too_wide: '{file} ist {value} Pixel breit; erlaubt sind höchstens {limit}',
  too_low: '{file} ist {value} Pixel hoch; es müssen mindestens {limit} sein',
  too_high: '{file} ist {value} Pixel hoch; erlaubt sind höchstens {limit}',
  too_many_pixels: '{file} hat {value} Pixel; erlaubt sind höchstens {limit}',
  aspect_too_small:
    '{file} hat das Seitenverhältnis {value} (Breite ÷ Höhe); es muss mindestens {limit} sein',
  aspect_too_large: '{file} hat das Seitenverhältnis {value} (Breite ÷ Höhe); erlaubt ist höchstens {limit}',
  video_codec: '{file} ist mit {codec} kodiert; erlaubt sind {codecs}. In H.264 umwandeln',
  video_chroma: '{file} speichert seine Farben als {chroma}; erlaubt ist {allowed}. In H.264 umwandeln',
  audio_codec: '{file} hat den Ton als {codec}; erlaubt sind {codecs}. In AAC umwandeln',
  frame_rate_too_low: '{file} hat {value} Bilder pro Sekunde; das Minimum ist {limit}. Mit 30 exportieren',
  frame_rate_too_high: '{file} hat {value} Bilder pro Sekunde; das Maximum ist {limit}. Mit 30 exportieren',
  duration_too_short: '{file} dauert {value} Sekunden; es müssen mindestens {limit} sein',
  duration_too_long: '{file} dauert {value} Sekunden; erlaubt sind höchstens {limit}',
  files_not_public:
    '{network} holt Dateien selbst ab und erreicht {origin} nicht; nötig ist eine öffentliche https-Adresse (FRONTEND_URL)',
  no_threads: '{network} kennt keine Threads; nur ein Teil ist möglich',
  setting_unknown_but:
    'Diese Einstellung kennt {network} nicht, der Beitrag würde ohne sie veröffentlicht; zuständig für {concern:word} ist dort: {fields}',
  setting_unknown:
    'Diese Einstellung kennt {network} nicht, der Beitrag würde ohne sie veröffentlicht; für {concern:word} gibt es dort keine',
  setting_unknown_date:
    'Diese Einstellung kennt {network} nicht, der Beitrag würde zu einer anderen Zeit veröffentlicht; es gilt das Datum der Anfrage',
  too_many_unknown_settings: 'Mehr als {most} Einstellungen, die {network} nicht kennt, sind zu viele',
  setting_without_effect: 'Diese Einstellung kennt {network} nicht; sie bleibt ohne Wirkung',
  setting_without_effect_like:
    'Diese Einstellung kennt {network} nicht, sie bleibt ohne Wirkung; gemeint ist vielleicht {meant}',
  other_network: 'Muss für diesen Kanal „{network}“ sein',
  network_missing: 'Fehlt; für diesen Kanal ist es „{network}“',
  no_text_or_media: 'Ein Beitrag braucht Text oder Medien',
  description_too_long: 'Die Beschreibung hat {length} Zeichen; {network} erlaubt {max}',
  too_short_without_spaces: 'Muss außer Leerzeichen mindestens {min} Zeichen haben',
  too_short_trimmed: 'Muss außer Leerzeichen am Anfang und Ende mindestens {min} Zeichen haben',
  too_short_unless_empty: 'Muss außer Leerzeichen mindestens {min} Zeichen haben oder leer sein',
  is_empty: 'Ist leer',
  poll_too_few_answers: 'Es müssen mindestens zwei Antworten sein',
  poll_question_too_long:
    'Der Text ist die Frage der Umfrage und hat {length} Zeichen; {network} erlaubt {max}. Mit einer eigenen Frage steht der Text darüber',
  subtitles_without_video: 'Sind nur für ein Video',
  subtitles_without_language: 'Fehlt; Netzwerke müssen die Sprache der Untertitel kennen',
  subtitles_unreadable:
    'Ist keine SRT- oder WebVTT-Datei: Es fehlt eine Zeile mit Zeiten wie 00:01.000 --> 00:04.000',
  subtitles_odd_times:
    'Hat in Zeile {n} Zeiten, die nicht lesbar sind. So schreiben: 00:01.000 --> 00:04.000',
  subtitles_encoding:
    'Ist nicht in UTF-8, Buchstaben gingen verloren: die Datei als UTF-8 speichern und noch einmal auswählen',
  subtitles_backwards: 'Enthält einen Untertitel, der vor seinem Anfang endet: Nummer {n}',
  subtitles_too_many: 'Enthält {count} Untertitel; höchstens {max} sind möglich',
  poll_beside_files: 'Dateien und Umfrage gehen nicht zusammen: eines davon entfernen',
};
