import {
  Checkbox,
  NativeSelect,
  Pagination,
  Stack,
  Table,
  Text,
  Textarea,
  UnstyledButton,
} from '@mantine/core';
import { useState } from 'react';
import { formatDate, useZone } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import type { Column, Plan, Plans, Row, Sheet, standingsOf } from './sheet.ts';
import classes from './import.module.css';

const text = strings.table;
const NAMES = [
  'date',
  'time',
  'timeZone',
  'channel',
  'content',
  'thread',
  'media',
  'alt',
  'link',
  'tags',
  'settings',
  'type',
  'draft',
] as const;
const ROWS = 25;

interface SheetTableProps {
  readonly sheet: Sheet;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly plans: Plans;
  readonly standings: ReturnType<typeof standingsOf>;
  onColumn(at: number, column: Column): void;
  onCell(line: number, at: number, value: string): void;
}

/** The rows as they will be posted; each problem stands at its cell, which can be changed there. */
export function SheetTable(props: SheetTableProps) {
  const { sheet, rows, columns, standings, onColumn } = props;
  const [page, setPage] = useState(1);
  const [onlyWrong, setOnlyWrong] = useState(false);
  const listed = onlyWrong ? rows.filter(({ line }) => standings.get(line)?.standing === 'wrong') : rows;
  const pages = Math.max(1, Math.ceil(listed.length / ROWS));
  const shown = Math.min(page, pages);
  const nameOf = (at: number): string => sheet.names[at]?.trim() || text.unnamed(at + 1);
  return (
    <Stack gap="xs">
      <Checkbox
        label={text.onlyProblems}
        checked={onlyWrong}
        onChange={({ currentTarget }) => setOnlyWrong(currentTarget.checked)}
      />
      <div className={classes.scroller} tabIndex={0} role="region" aria-label={text.title}>
        <Table withTableBorder withColumnBorders>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{text.line}</Table.Th>
              <Table.Th scope="col">{text.state}</Table.Th>
              {sheet.names.map((_, at) => (
                <Table.Th key={at} scope="col">
                  <Text size="sm" className="any-text">
                    {nameOf(at)}
                  </Text>
                  <NativeSelect
                    size="xs"
                    aria-label={text.columnOf(nameOf(at))}
                    value={columns[at] ?? ''}
                    onChange={({ currentTarget }) =>
                      onColumn(at, NAMES.find((one) => one === currentTarget.value) ?? null)
                    }
                    data={[
                      { value: '', label: text.columns.none },
                      ...NAMES.map((value) => ({ value, label: text.columns[value] })),
                    ]}
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {listed.slice((shown - 1) * ROWS, shown * ROWS).map((row) => (
              <SheetRow key={row.line} row={row} {...props} nameOf={nameOf} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={shown}
          onChange={setPage}
          getItemProps={(one) => ({ 'aria-label': text.page(one, pages) })}
        />
      )}
    </Stack>
  );
}

function SheetRow({
  row,
  sheet,
  columns,
  plans,
  standings,
  onCell,
  nameOf,
}: SheetTableProps & { readonly row: Row; nameOf(at: number): string }) {
  const plan = plans.byLine.get(row.line);
  const { standing = 'checking', first = row.line } = standings.get(row.line) ?? {};
  const issues = plan?.issues ?? [];
  const at = (place: number): Plan['issues'] =>
    issues.filter(
      ({ column }) =>
        column !== null && (columns[place] ? columns[place] === column : nameOf(place) === column),
    );
  const placed = new Set(sheet.names.flatMap((_, place) => at(place)));
  const words = {
    checking: text.checking,
    ready: text.ready,
    known: text.known,
    twice: text.twice(first),
    wrong: '',
  };
  return (
    <Table.Tr data-standing={standing}>
      <Table.Th scope="row">{row.line}</Table.Th>
      <Table.Td>
        <Planned plan={plan} />
        {words[standing] && <Text size="sm">{words[standing]}</Text>}
        <Issues issues={issues.filter((one) => !placed.has(one))} named />
      </Table.Td>
      {sheet.names.map((_, place) => (
        <Table.Td key={place}>
          <Cell
            label={text.edit(nameOf(place), row.line)}
            value={row.cells[place] ?? ''}
            onChange={(value) => onCell(row.line, place, value)}
          />
          <Issues issues={at(place)} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** When and where the posts of a row are published. */
function Planned({ plan }: { plan: Plan | undefined }) {
  const zone = useZone();
  if (!plan?.body) return null;
  return (
    <>
      {plan.date && <Text size="sm">{formatDate(plan.date, zone)}</Text>}
      <Text size="sm" className="any-text">
        {plan.channels.map(({ name }) => isolated(name)).join(', ')}
      </Text>
    </>
  );
}

/** `named`: beside the name of what they are about, which has no column. */
function Issues({ issues, named = false }: { issues: Plan['issues']; named?: boolean }) {
  const nameOf = (column: string | null): string => {
    const known = NAMES.find((one) => one === column);
    return known ? `${text.columns[known]}: ` : '';
  };
  return (
    <>
      {issues.map((issue) => (
        <Text key={`${issue.column} ${issue.code} ${issue.message}`} size="sm" c="red" className="any-text">
          {named && nameOf(issue.column)}
          {strings.common.issue(issue)}
        </Text>
      ))}
    </>
  );
}

interface CellProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

/** A value that becomes a field when it is pressed. */
function Cell({ label, value, onChange }: CellProps) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === null) {
    return (
      <UnstyledButton
        className={classes.cell}
        aria-label={`${label}: ${value || text.empty}`}
        onClick={() => setTyped(value)}
      >
        {value || '–'}
      </UnstyledButton>
    );
  }
  const end = (): void => {
    setTyped(null);
    if (typed !== value) onChange(typed);
  };
  return (
    <Textarea
      aria-label={label}
      autosize
      maxRows={8}
      value={typed}
      autoFocus
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={end}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null);
        if (event.key === 'Enter' && !event.shiftKey) {
          event.preventDefault();
          end();
        }
      }}
    />
  );
}
