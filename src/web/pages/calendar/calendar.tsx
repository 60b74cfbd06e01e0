import { now } from '../../api/server-clock.ts';
import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef, useState, type TouchEvent } from 'react';
import { Link } from 'react-router';
import { api, type Answer } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { browserZone } from '../../components/time-zone-field.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { locale, useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { countFilters, queryOf, useUrlState, type UrlState } from './url-state.ts';
import { CalendarBody } from './calendar-body.tsx';
import { Composing } from './composing.tsx';
import { Channels } from './channels.ts';
import { dayOf, type Day } from './clock.ts';
import { FilterBar } from './filters.tsx';
import { daysOf, firstDayOfWeek, rangeOf, stepBy, VIEWS, type View } from './grid.ts';
import { Toolbar, ZoneLine } from './toolbar.tsx';

const REFRESH_MS = 15_000;
const NONE: readonly never[] = [];
const PHONE_VIEWS: readonly View[] = ['day', 'list', 'month'];
/** How far a finger must go for a swipe, and how little up or down. */
const SWIPE = { along: 70, across: 50 };

/** The posts of a month, a week or a day; moving one is one gesture. */
export default function CalendarPage() {
  const [shown, go] = useUrlState();
  const isPhone =
    useMediaQuery('(max-width: 43.99em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const organizationZone = useZone();
  const zone = shown.ownZone ? browserZone() : organizationZone;
  const today = dayOf(now(), zone);
  const day = shown.day ?? today;
  const view = viewOf(shown, isPhone);
  const firstDay = useMemo(() => firstDayOfWeek(locale()), []);
  const days = useMemo(() => daysOf(view, day, firstDay), [view, day, firstDay]);
  const { data, error, isPending } = useCalendar(days, zone, shown);
  const channels = api.useQuery('get', '/integrations', {}, { staleTime: 60_000 }).data ?? NONE;
  const [isTapping, setTapping] = useState(false);
  const swipe = useSwipe((step) => go({ day: stepBy(view, day, step) }));
  return (
    <PageLayout title={strings.calendar.title} hideTitle width="full">
      <Channels value={channels}>
        <Stack gap="sm" {...(isPhone ? swipe : {})}>
          <Toolbar
            view={view}
            views={isPhone ? PHONE_VIEWS : VIEWS}
            day={day}
            firstDay={firstDay}
            onView={(next) => go({ view: next })}
            onDay={(next) => go({ day: next })}
          />
          <Group justify="space-between" gap="xs">
            <FilterBar
              filters={shown.filters}
              slots={shown.slots}
              tags={data?.tags ?? NONE}
              isPhone={isPhone}
              onChange={(filters) => go({ filters })}
              onSlots={(slots) => go({ slots })}
            />
            <Button
              variant="subtle"
              size="compact-xs"
              aria-pressed={isTapping}
              onClick={() => setTapping(!isTapping)}
            >
              {strings.calendar.bulk.select}
            </Button>
            <Button component={Link} to="/posts/import" variant="subtle" size="compact-xs">
              {strings.table.link}
            </Button>
            <ZoneLine zone={zone} organizationZone={organizationZone} onOwn={(ownZone) => go({ ownZone })} />
          </Group>
          <ErrorAlert error={error} />
          {data?.truncated && <Alert color="orange">{strings.calendar.truncated}</Alert>}
          {isPending && (
            <Waiting>
              <Skeleton height={560} radius="lg" />
            </Waiting>
          )}
          {data && (
            <Composing isPhone={isPhone}>
              <CalendarBody
                view={view}
                days={days}
                grid={{ day, today, zone, firstDay }}
                entries={data.posts}
                slots={shown.slots ? data.slots : NONE}
                tapping={{ isOn: isTapping, set: setTapping }}
                filtered={countFilters(shown.filters) > 0}
                showDay={(next: Day) => days.includes(next) || go({ day: next })}
                openDay={(next: Day) => go({ view: 'day', day: next })}
              />
            </Composing>
          )}
        </Stack>
      </Channels>
    </PageLayout>
  );
}

/** A phone has no room for a week. */
function viewOf({ view }: UrlState, isPhone: boolean): View {
  if (!isPhone) return view ?? 'week';
  return view === 'week' ? 'day' : (view ?? 'list');
}

function useCalendar(days: readonly Day[], zone: string, { filters }: UrlState) {
  return api.useQuery(
    'get',
    '/calendar',
    { params: { query: { ...rangeOf(days, zone), ...queryOf(filters) } } },
    { refetchInterval: REFRESH_MS, placeholderData: (before: Answer<'getCalendar'> | undefined) => before },
  );
}

/** A finger that goes to the left shows what comes next. */
function useSwipe(onStep: (step: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0);
      start.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0);
      const from = start.current;
      start.current = null;
      if (!from || !touch || document.querySelector('[data-picture]')) return;
      const x = touch.clientX - from.x;
      if (Math.abs(x) < SWIPE.along || Math.abs(touch.clientY - from.y) > SWIPE.across) return;
      onStep(x < 0 ? 1 : -1);
    },
  };
}
