import type { requestSentences as english } from '../../../../../src/platform/sentences/requests.ts';

export const requestSentences: Readonly<Record<keyof typeof english, string>> = {
  nothing_visible: 'Braucht mindestens ein sichtbares Zeichen',
  wrong_length: 'Muss 1 bis {max} Zeichen haben',
  control_characters: 'Muss eine Zeile ohne Steuerzeichen sein',
  unknown_place: '{given} wird nicht ausgefüllt, nur: {known:list}',
  not_a_time_zone: 'Muss der Name einer Zeitzone sein, zum Beispiel Europe/Berlin',
  nul_character: 'Enthält das Zeichen NUL',
  half_of_a_surrogate_pair: 'Enthält ein halbes Ersatzzeichenpaar',
  number_too_large: 'Ist für eine Zahl zu groß',
  name_not_possible: 'So darf ein Feld nicht heißen',
  too_many_unknown_fields: 'Mehr als {most} Felder, die keine Anfrage hat, sind zu viele',
  unknown_field_of_settings:
    'Dieses Feld gibt es hier nicht, der Beitrag würde ohne es veröffentlicht; was ein Netzwerk für {concern:word} hat, gehört in die Einstellungen',
  password_is_email: 'Darf nicht die E-Mail-Adresse sein',
  wrong_setup_code: 'Ist nicht der Einrichtungscode',
  missing: 'Fehlt',
  read_required: 'Muss das Lesen enthalten',
  not_in_the_future: 'Muss in der Zukunft liegen',
  not_the_organization_name: 'Muss der Name der Organisation sein: {name}',
  nothing_for_sale: 'Wird nicht verkauft: Kein Tarif hat einen Preis',
  client_secret_not_used: 'Wird nicht gebraucht: Das Netzwerk kennt nur öffentliche Clients',
  longer_than: 'Darf höchstens {max} Zeichen haben',
  more_characters_than: 'Darf höchstens {max} Zeichen haben',
  redirect_not_a_url:
    'Muss eine vollständige URL sein, die mit https:// beginnt (auf dem eigenen Rechner mit http://localhost)',
  redirect_not_ascii:
    'Muss aus ASCII-Zeichen ohne Leerzeichen bestehen: andere Zeichen in Prozent-Kodierung, ein Domainname als Punycode (xn--…)',
  redirect_with_fragment: 'Darf kein Fragment haben: bitte # und alles danach entfernen',
  redirect_with_password: 'Darf weder Benutzernamen noch Passwort enthalten: bitte beide und das @ entfernen',
  redirect_not_https: 'Muss mit https:// beginnen; http:// geht nur für localhost, 127.0.0.1 und [::1]',
  redirect_with_parameter: 'Darf den Parameter {names} nicht enthalten; die Antwort fügt ihn hinzu',
  upload_not_a_picture: 'Muss ein Bild sein',
  not_utf8:
    'Muss UTF-8 ohne NUL sein: Andere Bytes kommen nicht unverändert zurück. Bitte kodieren, etwa als base64url',
  not_given_once: 'Muss genau einmal als Text angegeben sein',
  credential_required: 'Fehlt ({label})',
  group_name_taken: 'So heißt schon eine andere Kanalgruppe',
  no_such_channel: 'Diesen Kanal gibt es nicht: {id}. GET /integrations listet die Kanäle auf',
  foreign_channel: 'Dieser Kanal gehört einer anderen Organisation: {id}',
  disabled_channel: 'Der Kanal „{name}“ ist deaktiviert',
  disconnected_channel: 'Der Kanal „{name}“ muss neu verbunden werden',
  hold_disconnected: 'Der Kanal „{name}“ muss neu verbunden werden; danach wird der Beitrag veröffentlicht',
  queue_takes_new_posts:
    'Muss fehlen: In die Warteschlange kommen neue Beiträge. POST /posts/reschedule verschiebt vorhandene',
  only_free_takes_new_posts:
    'Muss fehlen: onlyFree ist für neue Beiträge. POST /posts/reschedule verschiebt vorhandene',
  time_taken_meanwhile:
    'Der Kanal „{name}“ hat zu dieser Zeit inzwischen einen anderen Beitrag: eine andere freie Zeit wählen',
  no_posting_times: 'Der Kanal „{name}“ hat keine Sendezeiten',
  hold_frozen: 'Das Veröffentlichen ist eingefroren; sobald es weitergeht, wird der Beitrag veröffentlicht',
  network_not_on_this_instance: 'Diese Instanz kann auf {network} nicht veröffentlichen',
  network_still_processing: '{network} verarbeitet den Beitrag noch',
  app_not_needed: 'Braucht keine App: Crier meldet sich bei jedem Server von {network} selbst an',
  no_sign_in_in_browser: 'Kennt keine Anmeldung im Browser: {network} wird mit Zugangsdaten verbunden',
  channel_of_other_network: 'Muss ein Kanal von {network} sein; „{name}“ ist einer von {other}',
  account_not_offered: 'Ist keines der angebotenen Konten',
  url_with_fragment: 'Darf keinen Teil hinter # haben',
  no_channel_of_organization: 'Ist kein Kanal der Organisation: {id}',
  too_many_webhooks: 'Eine Organisation kann {most} Webhooks haben',
  too_many_hashtag_sets: 'Eine Organisation kann {most} Hashtag-Gruppen haben',
  too_many_listeners: 'Eine Organisation kann {most} Zuhörer haben',
  link_card_not_made: 'Die Karte konnte nicht erstellt werden',
  link_card_picture_left_out: 'Das gewählte Bild konnte nicht rechtzeitig angepasst werden und fehlt',
  webhook_receiver_answered: 'Der Empfänger hat mit {status} geantwortet',
  webhook_no_answer: 'Keine Antwort innerhalb von {seconds} Sekunden',
  webhook_unreachable: 'Die Verbindung ist fehlgeschlagen',
  webhook_address_not_public: 'Die Adresse ist nicht öffentlich',
  webhook_had_no_room: 'Nicht gesendet: Zu viele Zustellungen haben gewartet',
  webhook_is_off: 'Der Webhook wurde ausgeschaltet: {why:word}',
  try_again_in_seconds: 'Zu viele Versuche. Bitte in {seconds} Sekunden erneut versuchen',
  try_again_in_minutes: 'Zu viele Versuche. Bitte in {minutes} Minuten erneut versuchen',
  link_card_limit_reached:
    'In einer Stunde können höchstens {limit} Linkkarten gelesen werden. In {seconds} Sekunden erneut versuchen',
  create_limit_reached:
    'Diese Organisation kann in der Stunde {limit} Anfragen nach neuen Beiträgen senden und hat sie gesendet. Die nächste wird in {seconds} Sekunden angenommen; eine Anfrage kann Beiträge für mehrere Kanäle anlegen',
  plan_used_up_channels:
    'Der Tarif {plan} erlaubt {limit} {limit|Kanal|Kanäle}; {used} {used|ist|sind} verbraucht',
  plan_short_of_channels:
    'Der Tarif {plan} erlaubt {limit} {limit|Kanal|Kanäle}; {used} {used|ist|sind} verbraucht, und hierfür {wanted|wird|werden} {wanted} gebraucht',
  plan_used_up_posts:
    'Der Tarif {plan} erlaubt {limit} {limit|Beitrag|Beiträge} im Monat; {used} {used|ist|sind} verbraucht',
  plan_short_of_posts:
    'Der Tarif {plan} erlaubt {limit} {limit|Beitrag|Beiträge} im Monat; {used} {used|ist|sind} verbraucht, und hierfür {wanted|wird|werden} {wanted} gebraucht',
  plan_used_up_members:
    'Der Tarif {plan} erlaubt {limit} {limit|Mitglied|Mitglieder}; {used} {used|ist|sind} verbraucht',
  plan_short_of_members:
    'Der Tarif {plan} erlaubt {limit} {limit|Mitglied|Mitglieder}; {used} {used|ist|sind} verbraucht, und hierfür {wanted|wird|werden} {wanted} gebraucht',
  plan_used_up_webhooks:
    'Der Tarif {plan} erlaubt {limit} {limit|Webhook|Webhooks}; {used} {used|ist|sind} verbraucht',
  plan_short_of_webhooks:
    'Der Tarif {plan} erlaubt {limit} {limit|Webhook|Webhooks}; {used} {used|ist|sind} verbraucht, und hierfür {wanted|wird|werden} {wanted} gebraucht',
  plan_used_up_storage: 'Der Tarif {plan} erlaubt {limit} MB an Dateien; {used} {used|ist|sind} verbraucht',
  plan_short_of_storage:
    'Der Tarif {plan} erlaubt {limit} MB an Dateien; {used} {used|ist|sind} verbraucht, und hierfür {wanted|wird|werden} {wanted} gebraucht',
  id_not_a_uuid: '„{given}“ ist keine ID wie 0190c7c1-8a3e-7d0b-9d43-0f3c1f5f0a11',
  no_route: '{method} {path} gibt es hier nicht',
  not_a_url_of_this_instance:
    '„{host}“ ist keine Adresse dieser Instanz. Wird Crier dort geöffnet, FRONTEND_URL auf diese Adresse setzen; hat ein Reverse Proxy sie erfunden, ihn den Host weitergeben lassen oder in TRUSTED_PROXIES nennen',
  request_url_unreadable: 'Die URL in der Anfrage ist nicht lesbar',
  body_breaks_off: 'Die Verbindung endete, bevor alles angekommen war',
  body_not_gzip: 'Die Anfrage ist nicht in gzip, wie ihr Content-Encoding sagt, oder bricht ab',
  body_not_utf8: 'Die Anfrage ist kein UTF-8',
  not_from_the_browser: 'Muss so sein, wie der Browser es zurückgegeben hat',
  body_not_json: 'Die Anfrage ist kein gültiges JSON: {why}',
  too_many_form_fields:
    'Das Formular hat {count} Felder: Bitte nur die Parameter dieses Endpunkts senden, höchstens {max}',
  body_with_encoding:
    'Die Anfrage hat das Content-Encoding „{coding}“: Bitte mit gzip oder unverändert senden',
  body_over: 'Die Anfrage ist größer als {limit}',
  body_over_upload_first:
    'Die Anfrage ist größer als {limit}. Medien bitte zuerst mit POST /public/v1/upload hochladen',
  metrics_off: 'Hier gibt es keine Messwerte: METRICS_TOKEN ist nicht gesetzt',
  metrics_token_missing: 'Das Token für Messwerte fehlt',
  metrics_token_invalid: 'Das Token für Messwerte ist ungültig',
  json_name_too_long: 'Die Anfrage hat in {place} einen Namen mit mehr als {max} Bytes',
  json_name_twice: 'Die Anfrage hat den Namen {place} zweimal',
  json_too_deep: 'Die Anfrage ist mehr als {max} Ebenen tief verschachtelt',
  json_too_many_values: 'Die Anfrage enthält mehr als {max} Werte',
  nothing_was_changed: 'Geändert wurde nichts',
  may_be_done_repeat:
    'Ausgeführt wurde die Anfrage vielleicht trotzdem: Bitte mit demselben Idempotency-Key wiederholen',
  may_be_done_look:
    'Ausgeführt wurde die Anfrage vielleicht trotzdem: Bitte nachsehen, bevor sie wiederholt wird',
  may_be_done_look_or_key:
    'Ausgeführt wurde die Anfrage vielleicht trotzdem: Bitte nachsehen, bevor sie wiederholt wird. Mit einem Idempotency-Key ließe sie sich gefahrlos wiederholen',
  unavailable_and: '{unavailable:sentence}. {outcome:sentence}',
  address_blocked:
    'Gesperrte Adresse: {host} ist nicht öffentlich. Der Betreiber dieser Instanz kann den Bereich mit SSRF_ALLOW_CIDRS erlauben, oder alle Adressen mit DISABLE_SSRF_PROTECTION=true',
};
