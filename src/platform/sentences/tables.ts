/** Problems of a table of posts; those of a file follow its name, the others the name of a column. */
export const tableSentences = {
  table_workbook:
    'is a workbook, not a table: save it as "CSV UTF-8" in Excel, or as "Text CSV" in LibreOffice',
  table_no_table: 'is not a table (CSV): save the table as "CSV UTF-8"',
  table_encoding_unknown:
    'is neither UTF-8 nor UTF-16, and as Windows-1252 it makes no sense: save it as "CSV UTF-8", or name its encoding (windows-1250, windows-1251, macintosh, shift_jis …)',
  table_other_encoding: 'is not in the encoding {encoding}',
  table_no_encoding: 'cannot be read: "{name}" is not an encoding such as windows-1252',
  table_too_many_parts: 'has more than {max:number} parts in its thread',
  table_too_many_channels: 'names more than {max:number} channels: split the row',
  table_too_wide: 'has more than {max:number} columns: it is not a table of posts',
  table_too_long: 'has more than {max:number} posts: split it',
  table_columns_missing: 'has no column {columns}. Its first line names them: {given}',
  table_quotes:
    'cannot be read: a quotation mark in line {line} or before it is not closed, or stands inside of a text, where two are written: ""',
  table_not_csv: 'cannot be read: {why}',
  table_day_unclear: '"{given}" does not say which is the day and which the month',
  table_not_a_zone: '"{given}" is not a time zone such as Europe/Berlin',
  table_no_channel: 'is empty; name one',
  table_channel_unknown: 'No channel has the name "{given}"',
  table_channel_ambiguous: 'Several channels have the name "{given}"',
  table_not_a_url: '"{given}" is not a URL',
  table_no_file: 'there is no file {given}',
  table_empty: 'is empty',
  table_not_a_boolean: '"{given}" must be TRUE or FALSE',
  table_not_one_url: '"{given}" is not one URL',
  table_ignored_column:
    'the post would be published without it; what a network has for {concern:word} belongs in the column settings',
  table_surplus:
    'has more values than the first line has columns; a text that contains the separator must be in "quotation marks"',
  table_no_zone: '"{given}" names no time zone',
  table_settings: 'must be a JSON object',
} as const;
