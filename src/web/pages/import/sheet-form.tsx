import { Alert, Button, Checkbox, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { deletePosts } from '../../components/delete-posts.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { rememberColumns } from './remembered-columns.ts';
import { SheetTable } from './sheet-table.tsx';
import {
  missingOf,
  standingsOf,
  usePlans,
  type Choices,
  type DateOrder,
  type Opened,
  type Plan,
} from './sheet.ts';

const text = strings.table;
const AMBIGUOUS = 'table_day_unclear';

interface SheetFormProps {
  readonly opened: Opened;
  onChange(opened: Opened): void;
  onStart(plans: readonly Plan[]): void;
}

/** The rows of a file, how they are read, and the button that schedules them. */
export function SheetForm({ opened, onChange, onStart }: SheetFormProps) {
  const { sheet, rows, choices } = opened;
  const zone = useZone();
  const set = (change: Partial<Choices>): void => onChange({ ...opened, choices: { ...choices, ...change } });
  const plans = usePlans(opened);
  const standings = useMemo(() => standingsOf(rows, plans), [rows, plans]);
  const missing = useMemo(() => missingOf(choices, plans), [choices, plans]);
  const channels = api.useQuery('get', '/integrations').data ?? [];
  const ready = rows.filter(({ line }) => standings.get(line)?.standing === 'ready');
  const count = (standing: string): number =>
    [...standings.values()].filter((one) => one.standing === standing).length;
  const posts = ready.reduce((sum, { line }) => sum + (plans.byLine.get(line)?.channels.length ?? 0), 0);
  const waiting = [...new Set([...plans.byLine.values()].flatMap((plan) => plan.posts))];
  const unclear = [...plans.byLine.values()]
    .flatMap(({ issues }) => issues)
    .find(({ code }) => code === AMBIGUOUS);
  const asksOrder = unclear !== undefined || (choices.dateOrder !== null && sheet.dateOrder === null);
  const date = unclear?.params?.given;
  const question = text.order(typeof date === 'string' ? date : '04/05/2031');
  return (
    <Stack>
      {sheet.encoding && <Alert color="yellow">{text.guessed(sheet.encoding)}</Alert>}
      <Group align="flex-end">
        <NativeSelect
          label={text.channel}
          value={choices.channel ?? ''}
          onChange={({ currentTarget }) => set({ channel: currentTarget.value || null })}
          data={[
            { value: '', label: text.noChannel },
            ...channels.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Checkbox
          label={text.draft}
          checked={choices.draft}
          onChange={({ currentTarget }) => set({ draft: currentTarget.checked })}
        />
      </Group>
      {asksOrder && (
        <div role="group" aria-label={question}>
          <Text size="sm">{question}</Text>
          <SegmentedControl
            value={choices.dateOrder ?? ''}
            onChange={(value) => set({ dateOrder: value as DateOrder })}
            data={(['day-first', 'month-first'] as const).map((value) => ({
              value,
              label: text.orders[value],
            }))}
          />
        </div>
      )}
      <Text size="xs" c="dimmed">
        {text.zone(zone.replaceAll('_', ' '))}
      </Text>
      <ErrorAlert error={plans.error} />
      {missing.length > 0 && (
        <Alert color="yellow" role="alert">
          {missing.map((one) => (
            <Text key={one} size="sm">
              {text.choose[one]}
            </Text>
          ))}
        </Alert>
      )}
      <SheetTable
        opened={opened}
        plans={plans}
        standings={standings}
        missing={missing}
        onColumn={(at, column) => {
          const columns = choices.columns.with(at, column);
          set({ columns });
          rememberColumns(sheet.names, columns);
        }}
        onCell={(line, at, value) =>
          onChange({
            ...opened,
            rows: rows.map((row) =>
              row.line === line
                ? { ...row, cells: sheet.names.map((_, n) => (n === at ? value : (row.cells[n] ?? ''))) }
                : row,
            ),
          })
        }
      />
      <Group>
        <Button
          disabled={plans.pending || ready.length === 0}
          onClick={() => onStart(ready.flatMap(({ line }) => plans.byLine.get(line) ?? []))}
        >
          {choices.draft ? text.submitDrafts(posts) : text.submit(posts)}
        </Button>
        <Text size="sm" role="status">
          {plans.pending ? text.checking : text.problems(count('wrong'))}
          {count('wrong') > 0 && ` ${text.rowsLeftOut}`}
          {count('known') > 0 && ` ${text.leftOut(count('known'))}`}
        </Text>
        {waiting.length > 0 && (
          <ConfirmButton
            label={text.removeKnown(waiting.length)}
            question={text.removeKnownQuestion(waiting.length)}
            help={strings.post.removeHelp}
            keep={strings.post.keep}
            onConfirm={() => deletePosts(waiting, text.undone)}
          />
        )}
      </Group>
    </Stack>
  );
}
