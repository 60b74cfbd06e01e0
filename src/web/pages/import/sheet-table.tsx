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
import { useEffect, useRef, useState } from 'react';
import { formatDate, useZone } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { problemOf } from './problems.ts';
import {
  COLUMNS,
  isMissing,
  type Column,
  type Needed,
  type Opened,
  type Plan,
  type Plans,
  type Row,
  type standingsOf,
} from './sheet.ts';
import classes from './import.module.css';

const text = strings.table;
const ROWS = 25;

interface SheetTableProps {
  readonly opened: Opened;
  readonly plans: Plans;
  readonly standings: ReturnType<typeof standingsOf>;
  /** Said once, and not at each row. */
  readonly missing: readonly Needed[];
  onColumn(at: number, column: Column): void;
  onCell(line: number, at: number, value: string): void;
}

/** The rows as they will be posted; each problem stands at its cell, which can be changed there. */
export function SheetTable(props: SheetTableProps) {
  const { opened, standings, onColumn, onCell } = props;
  const { sheet, rows, choices } = opened;
  const [page, setPage] = useState(1);
  const [onlyWrong, setOnlyWrong] = useState(false);
  // What is corrected stays where it is, with the focus.
  const [corrected, setCorrected] = useState<ReadonlySet<number>>(new Set());
  const isWrong = ({ line }: Row): boolean =>
    corrected.has(line) || standings.get(line)?.standing === 'wrong';
  const listed = onlyWrong ? rows.filter(isWrong) : rows;
  const pages = Math.max(1, Math.ceil(listed.length / ROWS));
  const shown = Math.min(page, pages);
  const nameOf = (at: number): string => sheet.names[at]?.trim() || text.unnamed(at + 1);
  return (
    <Stack gap="xs">
      <Checkbox
        label={text.onlyProblems}
        checked={onlyWrong}
        onChange={({ currentTarget }) => {
          setCorrected(new Set());
          setOnlyWrong(currentTarget.checked);
        }}
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
                    value={choices.columns[at] ?? ''}
                    onChange={({ currentTarget }) => onColumn(at, (currentTarget.value || null) as Column)}
                    data={[
                      { value: '', label: text.columns.none },
                      ...[...COLUMNS].map(([value, label]) => ({ value: value ?? '', label })),
                    ]}
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {listed.slice((shown - 1) * ROWS, shown * ROWS).map((row) => (
              <SheetRow
                key={row.line}
                row={row}
                {...props}
                nameOf={nameOf}
                onCell={(line, at, value) => {
                  setCorrected((before) => new Set([...before, line]));
                  onCell(line, at, value);
                }}
              />
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
  opened: {
    sheet,
    choices: { columns },
  },
  plans,
  standings,
  missing,
  onCell,
  nameOf,
}: SheetTableProps & { readonly row: Row; nameOf(at: number): string }) {
  const plan = plans.byLine.get(row.line);
  const { standing = 'checking', first = row.line } = standings.get(row.line) ?? {};
  const issues = (plan?.issues ?? []).filter((one) => !isMissing(one, missing));
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
      <Table.Td className={classes.post}>
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
      {plan.date && (
        <Text size="sm" className={classes.date}>
          {formatDate(plan.date, zone)}
        </Text>
      )}
      <Text size="sm" className="any-text">
        {plan.channels.map(({ name }) => isolated(name)).join(', ')}
      </Text>
    </>
  );
}

/** `named`: beside the name of what they are about, which has no column. */
function Issues({ issues, named = false }: { issues: Plan['issues']; named?: boolean }) {
  const zone = useZone();
  const nameOf = (column: string | null): string => {
    const label = COLUMNS.get(column);
    return label ? `${label}: ` : '';
  };
  return (
    <>
      {issues.map((issue) => (
        <Text key={`${issue.column} ${issue.code} ${issue.message}`} size="sm" c="red" className="any-text">
          {named && nameOf(issue.column)}
          {problemOf(issue, zone)}
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
  const button = useRef<HTMLButtonElement>(null);
  // A field that is closed with a key leaves the focus where it was.
  const isBack = useRef(false);
  useEffect(() => {
    if (typed !== null || !isBack.current) return;
    isBack.current = false;
    button.current?.focus();
  }, [typed]);
  if (typed === null) {
    return (
      <UnstyledButton
        ref={button}
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
        const isKept = event.key === 'Enter' && !event.shiftKey;
        if (!isKept && event.key !== 'Escape') return;
        event.preventDefault();
        isBack.current = true;
        if (isKept) end();
        else setTyped(null);
      }}
    />
  );
}
