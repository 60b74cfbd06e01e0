import {
  Alert,
  Button,
  Checkbox,
  FileButton,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { api, http } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { useFileDrop } from '../media/use-file-drop.ts';
import { ImportRun } from './import-run.tsx';
import { useImport } from './run-import.ts';
import { SheetTable } from './sheet-table.tsx';
import { standingsOf, usePlans, type Choices, type DateOrder, type Row, type Sheet } from './sheet.ts';

const text = strings.table;
const MAX_BYTES = 2_000_000;

/** Posts from a table of another program: seen and corrected before anything is stored. */
export default function ImportPage() {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const reset = useRef<() => void>(null);
  // Each file that is read replaces all that was done with the one before.
  const [round, setRound] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const read = async (file: File | null | undefined): Promise<void> => {
    if (!file) return;
    setError(null);
    // The same file can be chosen again once it is corrected.
    reset.current?.();
    if (file.size > MAX_BYTES) return setError(new Error(text.tooLarge));
    setPending(true);
    try {
      const found = await http.POST('/tables/read', { body: { content: await toBase64(file) } });
      if (found.data) {
        setSheet(found.data);
        setRound((before) => before + 1);
      } else setError(found.error);
    } catch (problem) {
      setError(problem);
    }
    setPending(false);
  };
  useFileDrop((files) => void read(files[0]));
  return (
    <PageLayout title={text.title} width="full">
      <Stack>
        {!sheet && <Text>{text.help}</Text>}
        <Group>
          <FileButton
            resetRef={reset}
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(file) => void read(file)}
            inputProps={{ 'aria-label': text.file }}
          >
            {(button) => (
              <Button
                {...button}
                loading={pending}
                variant={sheet ? 'default' : 'filled'}
                leftSection={<Icon name="upload" size={18} />}
              >
                {sheet ? text.other : text.file}
              </Button>
            )}
          </FileButton>
        </Group>
        {error instanceof Error ? (
          <Alert color="red" role="alert">
            {error.message}
          </Alert>
        ) : (
          <ErrorAlert error={error} />
        )}
        {sheet && <SheetForm key={round} sheet={sheet} />}
      </Stack>
    </PageLayout>
  );
}

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(binary);
}

const AMBIGUOUS = 'table_day_unclear';

/** The rows of a file, how they are read, and the button that schedules them. */
function SheetForm({ sheet }: { sheet: Sheet }) {
  const zone = useZone();
  const [rows, setRows] = useState<readonly Row[]>(sheet.rows);
  const [choices, setChoices] = useState<Choices>({
    columns: sheet.columns,
    channel: null,
    dateOrder: sheet.dateOrder,
    draft: false,
  });
  const set = (change: Partial<Choices>): void => setChoices({ ...choices, ...change });
  const plans = usePlans(sheet, rows, choices);
  const standings = useMemo(() => standingsOf(rows, plans), [rows, plans]);
  const run = useImport();
  const channels = api.useQuery('get', '/integrations').data ?? [];
  const ready = rows.filter(({ line }) => standings.get(line)?.standing === 'ready');
  const count = (standing: string): number =>
    [...standings.values()].filter((one) => one.standing === standing).length;
  const posts = ready.reduce((sum, { line }) => sum + (plans.byLine.get(line)?.channels.length ?? 0), 0);
  const unclear = [...plans.byLine.values()]
    .flatMap(({ issues }) => issues)
    .find(({ code }) => code === AMBIGUOUS);
  const asksOrder = unclear !== undefined || (choices.dateOrder !== null && sheet.dateOrder === null);
  const date = unclear?.params?.given;
  const question = text.order(typeof date === 'string' ? date : '04/05/2031');
  if (run.state !== 'none') {
    const again = (): void => void run.start(ready.flatMap(({ line }) => plans.byLine.get(line) ?? []));
    return <ImportRun run={run} onAgain={again} />;
  }
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
      <SheetTable
        sheet={sheet}
        rows={rows}
        columns={choices.columns}
        plans={plans}
        standings={standings}
        onColumn={(at, column) =>
          set({ columns: choices.columns.map((one, n) => (n === at ? column : one)) })
        }
        onCell={(line, at, value) =>
          setRows(
            rows.map((row) =>
              row.line === line
                ? { ...row, cells: sheet.names.map((_, n) => (n === at ? value : (row.cells[n] ?? ''))) }
                : row,
            ),
          )
        }
      />
      <Group>
        <Button
          disabled={plans.pending || ready.length === 0}
          onClick={() => void run.start(ready.flatMap(({ line }) => plans.byLine.get(line) ?? []))}
        >
          {choices.draft ? text.submitDrafts(posts) : text.submit(posts)}
        </Button>
        <Text size="sm" role="status">
          {plans.pending ? text.checking : text.problems(count('wrong'))}
          {count('wrong') > 0 && ` ${text.rowsLeftOut}`}
          {count('known') > 0 && ` ${text.leftOut(count('known'))}`}
        </Text>
      </Group>
    </Stack>
  );
}
