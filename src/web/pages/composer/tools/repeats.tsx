import { List, Stack, Text } from '@mantine/core';
import { api } from '../../../api/client.ts';
import { ruleInWords } from '../../../components/series/rule-words.ts';
import { formatDate } from '../../../format/date-time.tsx';
import { strings } from '../../../strings/index.ts';

const SHOWN = 4;

interface RepeatsProps {
  readonly repeat: string;
  /** Of the first post. */
  readonly date: string;
  readonly zone: string;
}

/** How posts that were just scheduled are repeated, and the next dates. */
export default function Repeats({ repeat, date, zone }: RepeatsProps) {
  const { data } = api.useQuery('post', '/repeat-dates', { body: { repeat, date } }, { retry: false });
  const next = data?.dates.slice(1, SHOWN) ?? [];
  return (
    <Stack gap={4} align="center">
      <Text size="sm" ta="center">
        {ruleInWords(repeat, date, zone)}
      </Text>
      {next.length > 0 && (
        <>
          <Text size="sm" c="dimmed" id="next-dates">
            {strings.series.dates}
          </Text>
          <List size="sm" listStyleType="none" aria-labelledby="next-dates">
            {next.map((one) => (
              <List.Item key={one.date}>{formatDate(one.date, zone)}</List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}
