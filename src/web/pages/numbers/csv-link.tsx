import { Button } from '@mantine/core';
import { Icon } from '../../components/icon.tsx';
import { numbers as text } from '../../strings/numbers.ts';
import { csvUrl, type Chosen } from './chosen.ts';

/** Downloads what a section shows, by the day. */
export function CsvLink({ report, chosen }: { report: 'channels' | 'posts'; chosen: Chosen }) {
  return (
    <Button
      component="a"
      href={csvUrl(report, chosen)}
      download
      variant="default"
      size="xs"
      aria-label={text.csvOf[report]}
      leftSection={<Icon name="arrow-down" size={16} />}
    >
      {text.csv}
    </Button>
  );
}
