import { Anchor, List, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { dayAhead } from './problems.ts';

const text = strings.table;

/** The columns that a file needs, and an example that is imported as it is. */
export function TableNeeds() {
  const zone = useZone();
  const channels = api.useQuery('get', '/integrations').data ?? [];
  const example = exampleOf(channels[0]?.name ?? text.example.channel, zone);
  return (
    <div>
      <Text size="sm">{text.needs.title}</Text>
      <List size="sm" my="xs">
        <List.Item>{text.needs.date(dayAhead(zone, 1))}</List.Item>
        <List.Item>{text.needs.channel}</List.Item>
        <List.Item>{text.needs.text}</List.Item>
      </List>
      <Text size="sm">{text.needs.others}</Text>
      <Anchor
        size="sm"
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(example)}`}
        download={text.example.file}
      >
        {text.needs.download}
      </Anchor>
    </div>
  );
}

/** A table of two posts, as Excel opens it in the language of the page. */
function exampleOf(channel: string, zone: string): string {
  const { names, separator, first, second } = text.example;
  const rows = [
    [names.date, names.channel, names.text, names.media],
    [dayAhead(zone, 1), channel, first, ''],
    [dayAhead(zone, 2), channel, second, ''],
  ];
  const lines = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(separator));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}
