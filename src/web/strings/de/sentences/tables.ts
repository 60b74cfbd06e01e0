import type { tableSentences as english } from '../../../../../src/platform/sentences/tables.ts';

export const tableSentences: Readonly<Record<keyof typeof english, string>> = {
  table_workbook:
    'Das ist eine Arbeitsmappe, keine Tabelle: In Excel als „CSV UTF-8“ speichern, in LibreOffice als „Text CSV“',
  table_no_table: 'Das ist keine Tabelle (CSV): Bitte die Tabelle als „CSV UTF-8“ speichern',
  table_encoding_unknown:
    'Die Datei ist weder UTF-8 noch UTF-16 und ergibt als Windows-1252 keinen Sinn: Bitte als „CSV UTF-8“ speichern oder die Kodierung nennen (windows-1250, windows-1251, macintosh, shift_jis …)',
  table_other_encoding: 'Die Datei hat nicht die Kodierung {encoding}',
  table_no_encoding: '„{name}“ ist keine Kodierung wie windows-1252',
  table_too_many_parts: 'Der Beitrag hat mehr als {max} Teile',
  table_too_many_channels: 'Die Zeile nennt mehr als {max} Kanäle: Bitte teilen',
  table_too_wide: 'Die Datei hat mehr als {max} Spalten und ist keine Tabelle von Beiträgen',
  table_too_long: 'Die Datei hat mehr als {max} Beiträge: Bitte teilen',
  table_columns_missing: 'Es fehlt die Spalte {columns}. Die erste Zeile nennt: {given}',
  table_quotes:
    'Ein Anführungszeichen in oder vor Zeile {line} ist nicht geschlossen oder steht mitten im Text; dort gehören zwei hin: ""',
  table_not_csv: 'Die Datei kann nicht gelesen werden: {why}',
  table_day_unclear: '„{given}“ sagt nicht, was Tag und was Monat ist',
  table_not_a_zone: '„{given}“ ist keine Zeitzone wie Europe/Berlin',
  table_no_channel: 'Fehlt: Bitte einen Kanal nennen',
  table_channel_unknown: 'Kein Kanal heißt „{given}“',
  table_channel_ambiguous: 'Mehrere Kanäle heißen „{given}“',
  table_not_a_url: '„{given}“ ist keine URL',
  table_no_file: 'Die Datei {given} gibt es nicht',
  table_empty: 'Fehlt',
  table_not_a_boolean: '„{given}“ muss WAHR oder FALSCH sein',
  table_not_one_url: '„{given}“ ist nicht genau eine URL',
  table_ignored_column:
    'Der Beitrag würde ohne diese Angabe veröffentlicht. Was ein Netzwerk dafür hat ({concern:word}), gehört in die Spalte „Einstellungen“',
  table_surplus:
    'Hat mehr Werte, als die erste Zeile Spalten nennt; ein Text mit dem Trennzeichen gehört in "Anführungszeichen"',
  table_no_zone: '„{given}“ nennt keine Zeitzone',
  table_settings: 'Muss ein JSON-Objekt sein',
};
