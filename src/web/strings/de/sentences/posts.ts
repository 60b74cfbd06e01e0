import type { postSentences as english } from '../../../../../src/platform/sentences/posts.ts';

export const postSentences: Readonly<Record<keyof typeof english, string>> = {
  table_removed: '<table> entfällt: Aus jeder Zeile wird eine Textzeile',
  picture_removed: '<{tag}> entfällt: Das Bild zu den Medien des Beitrags hinzufügen',
  tag_removed_with_content: '<{tag}> entfällt mit allem, was darin steht',
  tag_removed: '<{tag}> entfällt: Die Wörter darin bleiben',
  tag_without_end: '<{tag}> hat kein Ende und entfällt: Es wurde als HTML gelesen',
  empty_tag_removed: '<{tag}> entfällt',
  review_removed: 'Kommentare aus Word entfallen',
  link_url_removed: 'Die Adresse eines Links, die mit {scheme}: beginnt, entfällt: Die Wörter darin bleiben',
  links_to_missing_post: 'Verweist auf den Beitrag {id}, den es nicht gibt',
  split_into_too_many: 'Würde zu {parts} Teilen; ein Beitrag kann {most} haben',
  too_many_tags: 'Der Text hat mehr als {max} HTML-Tags',
  too_many_comments: 'Der Text hat mehr als {max} Kommentare (<!-- … -->); bitte entfernen',
  not_a_picture: 'Das ist kein Bild',
  after_the_end_of_the_video: 'Dieser Moment liegt nach dem Ende des Videos, das {ms} ms dauert',
  not_iso_8601: 'Muss ein Datum nach ISO 8601 wie {example} sein, nicht „{given}“',
  plus_lost: 'In „{given}“ fehlt das +: In einer URL ist es als %2B zu schreiben',
  date_required:
    'Fehlt; nur wer sofort veröffentlicht oder einen Entwurf anlegt, braucht keines (type: {type})',
  time_skipped:
    'Diese Uhrzeit gibt es in {zone} nicht: Dann werden die Uhren vorgestellt. Bitte {earlier} oder {later} schreiben',
  critical_tag: 'Enthält eine Angabe in eckigen Klammern, die mit ! verlangt wird und hier nicht bekannt ist',
  time_twice:
    'Diese Uhrzeit gibt es in {zone} zweimal: als {first} und als {second}. Bitte eines davon schreiben',
  offset_not_of_zone:
    'Ist nach seinem Abstand zu UTC {byOffset}, in {zone} aber {inZone}. Bitte eines davon schreiben',
  in_the_past:
    'Liegt mehr als 10 Minuten zurück. Bitte sofort veröffentlichen oder einen anderen Termin wählen',
  repeat_too_long: 'Hat mehr als {max} Zeichen',
  repeat_part: '„{part}“ geht hier nicht. Eine Regel sieht aus wie FREQ=WEEKLY;BYDAY=MO,FR',
  repeat_too_often:
    'Wiederholt wird nach Tagen, Wochen, Monaten oder Jahren (DAILY, WEEKLY, MONTHLY, YEARLY)',
  repeat_count: 'Bitte nach 1 bis {max} Beiträgen enden lassen (COUNT)',
  repeat_until: 'Der letzte Tag hat acht Ziffern: UNTIL=20310601',
  repeat_two_ends: 'Hat zwei Enden: Bitte UNTIL oder COUNT weglassen',
  repeat_nth_day: 'Den ersten oder letzten Wochentag (1MO, -1FR) gibt es nur im Monat (FREQ=MONTHLY)',
  repeat_exceptions: 'Lässt mehr als {max} Tage aus',
  repeat_no_date:
    'Nach dem ersten Termin ({date}) gibt es keinen weiteren. Bitte ein späteres Ende oder andere Tage wählen',
  repeat_two_rhythms: 'Geht nicht zusammen mit inter: Ein Beitrag hat nur eines von beiden',
  repeat_in_queue: 'Geht nicht in der Warteschlange: Sie gibt dem Beitrag eine freie Sendezeit',
  repeat_goes_on:
    'Kann in diesem Beitrag nicht mehr geändert werden: Den nächsten seiner Serie gibt es schon',
  series_went_on:
    'Der Beitrag gehört zu keiner Serie mehr, oder die Serie wurde inzwischen geändert. Er bleibt für sich',
  not_an_occurrence: 'Ist kein Termin dieser Serie. Bitte neu laden',
  range_too_long: 'Liegt mehr als {max} Tage nach „from“',
  post_id_required: 'Fehlt: die ID des Beitrags, der geändert werden soll',
  post_named_twice: 'Nennt einen Beitrag, den ein Eintrag davor schon nennt',
  not_a_post: 'Ist nicht die ID eines Beitrags. Für einen neuen bitte weglassen',
  post_is_published:
    'Nennt einen veröffentlichten Beitrag. Mit republish: true wird er als neuer Beitrag noch einmal veröffentlicht',
  not_the_channel_of_the_post: 'Ist nicht der Kanal dieses Beitrags: {id}',
  only_with_published: 'Geht nur mit der Entscheidung „veröffentlicht“',
  network_id_required: 'Fehlt: Der Rest des Threads wird daran angehängt',
  not_an_upload: 'Diese Datei hat die Organisation nicht. Bitte zuerst hochladen',
  draft_too_large: 'Der Entwurf hat {size:bytesUp}; erlaubt sind {max:bytesDown}. Bitte die Texte kürzen',
  signature_with_several_texts: 'Eine Signatur hat nur einen Text',
  signature_with_files: 'Eine Signatur hat keine Dateien',
  more_entries_than_parts: 'Enthält mehr Einträge, als es Teile gibt',
  content_locked: 'Der Inhalt kann nicht mehr geändert werden: Ein Teil des Beitrags ist veröffentlicht',
  locked_post: 'Der Beitrag kann nicht mehr geändert werden (Stand: {state:word})',
  locked_post_may_be_out:
    'Der Beitrag kann nicht mehr geändert werden (Stand: {state:word}). Vielleicht ist er schon im Netzwerk: Er wurde abgeschickt, und die Antwort fehlt noch',
  locked_post_of_channel: 'Ein Beitrag des Kanals kann nicht mehr geändert werden (Stand: {state:word})',
  locked_post_of_organization:
    'Ein Beitrag der Organisation kann nicht mehr geändert werden (Stand: {state:word})',
  accepted_before:
    'Dieselbe Anfrage wurde vor weniger als {seconds} Sekunden schon angenommen (Beitrag {ids}), deshalb wurde nichts gespeichert. Sollen beide angelegt werden, braucht jede einen eigenen Idempotency-Key',
  post_changed_meanwhile: 'Der Beitrag wurde inzwischen geändert (Fassung {revision})',
  group_of_several_requests:
    'Die Gruppe haben die Beiträge von {requests} Anfragen gemeinsam: Bitte einzeln löschen',
  not_an_etag: 'If-Match {given} ist kein ETag eines Beitrags: Er sieht aus wie "3"',
  removal_not_offered:
    '{network} lässt Apps keine Beiträge löschen. Bitte dort selbst löschen; ohne atNetwork wird er nur hier gelöscht',
  removal_id_not_known:
    'Die ID des Beitrags im Netzwerk ist nicht bekannt. Bitte dort selbst löschen; ohne atNetwork wird er nur hier gelöscht',
  content_would_be_refused: '{network} („{name}“) würde diesen Inhalt ablehnen',
  settings_not_valid: 'Die Einstellungen stimmen nicht',
  channel_of_request_deleted: 'Ein Kanal dieser Anfrage wurde inzwischen gelöscht',
  moved_and_frozen:
    'Diese Organisation ist auf eine andere Instanz umgezogen, oder ein Umzug endete, bevor ihr Archiv fertig war. Nur wenn keine andere Instanz für sie veröffentlicht: „export --undo-move“ nimmt ihn zurück',
  draft_changed_by_you: 'Dieser Entwurf wurde um {at} mit dem eigenen Konto geändert',
  draft_changed_by: '{name} hat diesen Entwurf um {at} geändert',
  draft_changed: 'Jemand anderes hat diesen Entwurf um {at} geändert',
};
