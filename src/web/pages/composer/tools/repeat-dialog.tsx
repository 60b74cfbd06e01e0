import {
  Button,
  Chip,
  Group,
  Input,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState, type FormEvent } from 'react';
import { api } from '../../../api/client.ts';
import { ClockField } from '../../../components/clock-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import {
  KINDS,
  WEEKDAYS,
  choiceFor,
  readRule,
  ruleOf,
  type Choice,
  type Kind,
  type Weekday,
} from '../../../components/series/rule.ts';
import { nameOfDay, ruleInWords } from '../../../components/series/rule-words.ts';
import { formatDate } from '../../../format/date-time.tsx';
import { toClock } from '../../../format/zone.ts';
import { strings } from '../../../strings/index.ts';

const text = strings.series;
/** As long as a person types. */
const SETTLES_MS = 250;

interface RepeatDialogProps {
  /** The rule so far. */
  readonly rule: string | null;
  /** The date of the first post. */
  readonly date: string;
  readonly zone: string;
  /** `date`: the first date of the rule, which the post gets. */
  onChoose(rule: string, date: string): void;
  onClose(): void;
}

/** Asks how often and until when a post is repeated, and shows its dates as the server reckons them. */
export default function RepeatDialog({ rule, date: begun, zone, onChoose, onClose }: RepeatDialogProps) {
  const [date, setDate] = useState(begun);
  const [choice, setChoice] = useState<Choice>(
    () => (rule && readRule(rule, begun, zone)) || choiceFor(begun, zone),
  );
  const set = (change: Partial<Choice>): void => setChoice({ ...choice, ...change });
  const move = (next: string | null): void => {
    if (!next) return;
    setDate(next);
    const { days, day, nth, nthDay } = choiceFor(next, zone);
    set({ day, nth, nthDay, ...(choice.days.length === 1 ? { days } : {}) });
  };
  const noDay = choice.kind === 'weekly' && choice.days.length === 0;
  const isWhole = !noDay && (choice.end !== 'until' || choice.until !== '');
  const asked = useMemo(() => ({ repeat: ruleOf(choice), date }), [choice, date]);
  const [body] = useDebouncedValue(asked, SETTLES_MS);
  const { data, error } = api.useQuery('post', '/repeat-dates', { body }, { enabled: isWhole, retry: false });
  const dates = isWhole && body === asked ? data?.dates : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The dialog stands in the form of the composer.
    event.stopPropagation();
    const first = dates?.[0]?.date;
    if (first) onChoose(asked.repeat, first);
  };
  return (
    <Dialog title={text.title} onClose={onClose} size="lg">
      <form noValidate onSubmit={submit}>
        <Stack>
          <NativeSelect
            label={text.how}
            value={choice.kind}
            onChange={({ currentTarget }) => set({ kind: currentTarget.value as Kind })}
            data={KINDS.map((kind) => ({ value: kind, label: text.kinds[kind] }))}
            data-autofocus
          />
          <Rhythm choice={choice} set={set} noDay={noDay} />
          <ClockField label={text.from} value={date} zone={zone} onChange={move} />
          <End choice={choice} set={set} first={toClock(date, zone).slice(0, 10)} />
          {isWhole && <ErrorAlert error={error} />}
          <Dates dates={dates} more={data?.more ?? false} zone={zone} />
          {dates?.[0] && <Text size="sm">{ruleInWords(asked.repeat, dates[0].date, zone)}</Text>}
          <Text size="xs" c="dimmed">
            {text.clocks(zone.replaceAll('_', ' '))}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {strings.common.cancel}
            </Button>
            <Button type="submit" disabled={!dates}>
              {text.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface PartProps {
  readonly choice: Choice;
  set(change: Partial<Choice>): void;
}

const whole = (value: string | number): number => Math.max(1, Math.trunc(Number(value)) || 1);

/** How many days, weeks or months lie between two posts, and on which days they are. */
function Rhythm({ choice, set, noDay }: PartProps & { readonly noDay: boolean }) {
  const { kind, every, days, nth, nthDay } = choice;
  if (kind === 'weekdays') return null;
  const label = text.interval[kind === 'daily' || kind === 'weekly' ? kind : 'monthly'];
  return (
    <>
      <NumberInput
        label={label}
        value={every}
        onChange={(value) => set({ every: whole(value) })}
        min={1}
        max={366}
        allowDecimal={false}
      />
      {kind === 'weekly' && (
        <Input.Wrapper label={text.days} error={noDay ? text.noDay : undefined} labelElement="div">
          <Chip.Group multiple value={[...days]} onChange={(value) => set({ days: value as Weekday[] })}>
            <Group gap={6} role="group" aria-label={text.days}>
              {WEEKDAYS.map((day) => (
                <Chip key={day} value={day} size="sm" aria-label={nameOfDay(day)}>
                  {nameOfDay(day, 'short')}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )}
      {kind === 'monthnth' && (
        <NativeSelect
          label={text.nth}
          value={String(nth)}
          onChange={({ currentTarget }) => set({ nth: Number(currentTarget.value) })}
          data={[1, 2, 3, 4, -1].map((one) => ({
            value: String(one),
            label: text.words.nth(one, nameOfDay(nthDay)),
          }))}
        />
      )}
    </>
  );
}

function End({ choice, set, first }: PartProps & { readonly first: string }) {
  const { end, until, count } = choice;
  return (
    <>
      <Input.Wrapper label={text.ends} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={text.ends}
          value={end}
          onChange={(value) => set({ end: value as Choice['end'] })}
          data={(['never', 'until', 'count'] as const).map((one) => ({ value: one, label: text.end[one] }))}
        />
      </Input.Wrapper>
      {end === 'until' && (
        <TextInput
          type="date"
          label={text.until}
          min={first}
          max="9999-12-31"
          value={until}
          onChange={({ currentTarget }) => set({ until: currentTarget.value })}
        />
      )}
      {end === 'count' && (
        <NumberInput
          label={text.count}
          value={count}
          onChange={(value) => set({ count: whole(value) })}
          min={1}
          max={1000}
          allowDecimal={false}
        />
      )}
    </>
  );
}

interface DatesProps {
  readonly dates:
    | readonly { readonly date: string; readonly clock: string; readonly skipped: boolean }[]
    | undefined;
  readonly more: boolean;
  readonly zone: string;
}

function Dates({ dates, more, zone }: DatesProps) {
  return (
    <div role="status" aria-label={text.dates}>
      {dates && (
        <>
          <Text size="sm" fw={500}>
            {text.dates}
          </Text>
          <ol>
            {dates.map(({ date, clock, skipped }) => (
              <li key={date}>
                <Text size="sm" span>
                  {formatDate(date, zone)}
                  {skipped && `: ${text.skipped(clock)}`}
                </Text>
              </li>
            ))}
          </ol>
          {more && <Text size="sm">{text.more}</Text>}
        </>
      )}
    </div>
  );
}
