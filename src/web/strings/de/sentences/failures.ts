import type { failureSentences as english } from '../../../../../src/platform/sentences/failures.ts';

export const failureSentences: Readonly<Record<keyof typeof english, string>> = {
  look_at_the_account: '{why:sentence}. Bitte im Konto nachsehen: Der Beitrag ist vielleicht veröffentlicht.',
  post_of_another:
    'Das Netzwerk nennt einen Beitrag, der schon zu einem anderen mit demselben Text gehört: Einer von beiden fehlt',
  found_post_of_another: 'Ein Beitrag mit demselben Text gehört schon zu einem anderen: Dieser ist es nicht',
  repeat_rejected: 'Eine Wiederholung wurde abgelehnt: {why:sentence}',
  lost_and_repeat_rejected:
    'Die Antwort auf die erste Anfrage ging verloren, und die Wiederholung wurde abgelehnt: {why:sentence}',
  no_way_to_look: 'Bei {network} lässt sich der Beitrag nicht nachschlagen',
  reconnect_before_asking: 'Der Kanal muss neu verbunden werden, bevor sich das Netzwerk fragen lässt',
  network_could_not_say: 'Das Netzwerk konnte nicht sagen, ob es den Beitrag angenommen hat',
  nothing_sent_in_time: 'Es konnte nichts rechtzeitig gesendet werden: {why:sentence}',
  network_not_reached_in_time: 'Das Netzwerk war nicht rechtzeitig erreichbar',
  too_late_to_resend:
    'Die Antwort ging verloren, und jetzt ist es zu spät, den Beitrag ungefragt noch einmal zu senden',
  repeat_no_longer_safe: 'Eine Wiederholung ist nicht mehr gefahrlos',
  channel_of_post_disabled: 'Der Kanal ist ausgeschaltet',
  channel_of_post_deleted: 'Der Kanal wurde gelöscht',
  channel_deleted_while_rest_waited: 'Der Kanal wurde gelöscht, während der Rest wartete',
  deleted_while_rest_waited: 'Gelöscht, während der Rest wartete',
  dropped_by_person:
    'Jemand hat entschieden, ihn nicht noch einmal zu senden. Vielleicht ist er veröffentlicht',
  missed_due:
    'Fällig um {at} UTC, und länger überfällig, als diese Organisation erlaubt. Er wurde nicht gesendet: jetzt erneut senden oder löschen',
  missed_part_due:
    'Teil {part}: fällig um {at} UTC, und länger überfällig, als diese Organisation erlaubt. Er wurde nicht gesendet: jetzt erneut senden oder löschen',
  moved_while_publishing:
    'Die Instanz, von der diese Organisation kommt, hat ihn gerade veröffentlicht. Bitte im Konto nachsehen: Er ist vielleicht veröffentlicht.',
  moved_partly_published:
    'Nur seine ersten Teile waren veröffentlicht, als diese Organisation exportiert wurde. Den Rest veröffentlicht die Instanz, von der sie kommt.',
  moved_overdue:
    'Er war überfällig, als diese Organisation hierher umzog, und noch nicht gesendet. Jetzt erneut senden oder löschen',
  linked_post_waits: 'Der Beitrag {id}, auf den dieser verweist, hat noch keine URL (Stand: {state:word})',
  linked_post_without_url: 'Der Beitrag {id}, auf den dieser verweist, hat keine URL (Stand: {state:word})',
  linked_post_gone: 'Den Beitrag {id}, auf den dieser verweist, gibt es nicht mehr',
  setting_of_post_refused: '{field}: {why:sentence}',
  media_file_gone: 'Die Datei {file} gibt es nicht mehr',
  media_file_of_setting_gone: 'Die Datei {file} ({setting}) gibt es nicht mehr',
  media_file_damaged: 'Die Datei {file} ist beschädigt: Sie ist nicht mehr die, die hochgeladen wurde',
  file_storage_silent: 'Der Dateispeicher antwortet nicht',
  no_room_for_copy: 'Auf der Festplatte ist kein Platz für die Kopie einer Datei',
  document_not_made: 'Aus den Bildern konnte kein Dokument werden',
  document_not_made_of: 'Aus den Bildern konnte kein Dokument werden: {why:sentence}',
  unexpected: 'Unerwartet: {why}',
  network_being_tried: 'Ein anderer Beitrag prüft gerade, ob das Netzwerk antwortet',
  host_busy: 'Andere Beiträge an {host} sind unterwegs',
  token_being_renewed: 'Der Zugang bei {network} wird gerade erneuert',
  token_not_accepted: '{network} nimmt den Zugang dieses Kontos nicht mehr an',
  renewal_failed:
    'Das Erneuern der Zugangsdaten ist in Crier gescheitert; warum, sagt das Protokoll des Workers',
  connected_with_unknown_app:
    'Der Kanal wurde mit der App {id} verbunden, die Crier nicht mehr hat. Bitte neu verbinden',
  host_not_reached: '{host} ist nicht erreichbar: {why:sentence}',
  no_answer_in_time: 'keine Antwort in der Zeit',
  no_answer_of_host_in_time: '{host} hat nicht rechtzeitig geantwortet',
  connection_broke: 'Die Verbindung ist abgebrochen: {host}: {why}',
  host_sent_too_much: '{host} hat mehr als {max:bytesDown} gesendet',
  not_a_url_to_call: 'Keine URL, die sich aufrufen lässt: {url}',
  not_a_websocket_url: 'Keine WebSocket-URL: {url}',
  host_not_opened: '{host} ließ sich nicht öffnen: {why:sentence}',
};
