import type { channelSentences as english } from '../../../../../src/platform/sentences/channels.ts';

export const channelSentences: Readonly<Record<keyof typeof english, string>> = {
  words_of_network: '{network}: {words:sentence}',
  network_asks_to_wait: '{network} ({host}) bittet zu warten',
  network_sent_no_code: 'Es kam kein Code',
  no_account_to_publish_to: 'Das Netzwerk hat kein Konto freigegeben, in dem veröffentlicht werden kann',
  nothing_to_choose: 'Hier gibt es nichts mehr auszuwählen. Bitte das Verbinden von vorn beginnen',
  connected_as_another_channel:
    'Dieses Konto bei {network} ist schon als Kanal {name} verbunden. Bitte die Beiträge des anderen Kanals dorthin verschieben oder einen der beiden Kanäle entfernen',
  channel_deleted_meanwhile: 'Der Kanal wurde gerade gelöscht und lässt sich nicht mehr neu verbinden',
  another_account_of_that_name:
    'Bei {network} heißen mehrere Konten {name}, und dieses ist nicht das des Kanals. Bitte dort mit dem anderen anmelden oder dieses als eigenen Kanal verbinden',
  another_account:
    'Bei {network} ist das {found}, der Kanal aber ist {wanted}. Bitte dort als {wanted} anmelden oder {found} als eigenen Kanal verbinden',
  connected_in_browser_only: '{network} lässt sich nur im Browser verbinden',
  more_needed_to_connect: 'Zum Verbinden braucht {network} mehr Angaben',
  hidden_network: 'Der Betreiber dieser Instanz bietet {network} nicht an (CRIER_HIDDEN_NETWORKS)',
  no_network_of_that_name: 'Ein Netzwerk „{name}“ gibt es nicht',
  network_not_set_up:
    '{network} ist auf dieser Instanz nicht eingerichtet: Bitte dort eine App registrieren und {variables} setzen',
  group_of_that_name: 'Eine Kanalgruppe „{name}“ gibt es schon',
  channel_is_disabled: 'Der Kanal „{name}“ ist ausgeschaltet',
  channel_to_reconnect: 'Der Kanal „{name}“ muss neu verbunden werden',
  channel_without_tool: 'Der Kanal „{name}“ hat das Werkzeug „{tool}“ nicht; er hat {tools:list}',
  channel_without_tools: 'Der Kanal „{name}“ hat das Werkzeug „{tool}“ nicht; er hat keine',
  state_used: 'Dieser Link wurde schon benutzt. Bitte das Verbinden von vorn beginnen',
  state_expired: 'Dieser Link ist älter als eine Stunde. Bitte das Verbinden von vorn beginnen',
  state_of_another_network:
    'Dieser Link gehört zu einem anderen Netzwerk. Bitte das Verbinden von vorn beginnen',
  state_of_another_browser:
    'Dieser Link stammt aus einem anderen Browser oder aus der Zeit vor der letzten Anmeldung. Bitte das Verbinden von vorn beginnen',
  state_unknown:
    'Dieser Link wurde schon benutzt oder ist älter als eine Stunde. Bitte das Verbinden von vorn beginnen',
  state_missing: 'Das Netzwerk hat keinen „state“ zurückgeschickt. Bitte das Verbinden von vorn beginnen',
  state_of_another_organization:
    'Dieser Link gehört zu einer anderen Organisation. Bitte zu ihr wechseln und den Kanal dort verbinden',
  state_of_another_host:
    'Das Verbinden begann bei {began} und kam bei {ended} zurück. FRONTEND_URL auf die URL setzen, unter der Crier geöffnet wird ({origin} oder {other}), nur diese öffnen und den Kanal noch einmal verbinden',
};
