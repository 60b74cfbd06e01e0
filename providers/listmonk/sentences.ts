/** What this network alone refuses, in English and in German. */
export const english = {
  listmonk_subject_too_long: 'is {bytes:number} bytes long; listmonk allows {max:number}',
  listmonk_lacks_permission:
    'The API user lacks the permission {permissions:list}; add it to its role in listmonk (Admin, User roles)',
  listmonk_list_not_allowed:
    'The API user may not use this list; add the list, with "manage", to its list role in listmonk',
  listmonk_unknown_user: '{url} does not know the API user {user} with this token. {why:sentence}',
  listmonk_token_refused:
    'listmonk does not know the user, or no longer accepts the token; reconnect the channel. {why}',
  listmonk_reconnect: 'Reconnect the channel with an API user and its token. {why}',
  listmonk_no_template: 'listmonk has no template with this id',
  listmonk_private_media:
    'listmonk keeps its files in a private bucket, whose URLs expire: the pictures would vanish from the mails. Make the bucket public (Settings, Media)',
  listmonk_root_url:
    'listmonk gives its files the URL {url}, which readers cannot reach; enter the URL of your listmonk as its root URL (Settings, General)',
  listmonk_begun:
    'listmonk already has this post as campaign {id}, which is "{status}"; it is not sent twice',
  listmonk_outcome_unread: '{why:sentence}; the outcome of the campaign could not be read',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  listmonk_subject_too_long: 'Der Betreff hat {bytes} Bytes; listmonk erlaubt {max}',
  listmonk_lacks_permission:
    'Dem API-Benutzer fehlt die Berechtigung {permissions}. Bitte in listmonk seiner Rolle hinzufügen (Admin, User roles)',
  listmonk_list_not_allowed:
    'Der API-Benutzer darf diese Liste nicht verwenden. Bitte die Liste in listmonk mit „manage“ seiner Listenrolle hinzufügen',
  listmonk_unknown_user: '{url} kennt den API-Benutzer {user} mit diesem Token nicht. {why:sentence}',
  listmonk_token_refused:
    'listmonk kennt den Benutzer nicht oder nimmt das Token nicht mehr an. Bitte den Kanal neu verbinden. {why}',
  listmonk_reconnect: 'Bitte den Kanal mit einem API-Benutzer und dessen Token neu verbinden. {why}',
  listmonk_no_template: 'listmonk hat keine Vorlage mit dieser ID',
  listmonk_private_media:
    'listmonk legt seine Dateien in einen privaten Bucket, dessen URLs ablaufen: Die Bilder würden aus den E-Mails verschwinden. Bitte den Bucket öffentlich machen (Settings, Media)',
  listmonk_root_url:
    'listmonk gibt seinen Dateien die URL {url}, die Leser nicht erreichen. Bitte die URL des eigenen listmonk als Root-URL eintragen (Settings, General)',
  listmonk_begun:
    'listmonk hat diesen Beitrag schon als Kampagne {id} (Status „{status}“); er wird nicht zweimal gesendet',
  listmonk_outcome_unread: '{why:sentence}. Was aus der Kampagne wurde, war nicht lesbar',
};
