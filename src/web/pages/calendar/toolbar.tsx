import { ActionIcon, Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { browserZone } from '../../components/time-zone-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { strings } from '../../strings/index.ts';
import { addDays, type Day } from './clock.ts';
import { composeAddress, timeOn } from './compose.ts';
import { stepBy, weekStart, type View } from './grid.ts';
import classes from './toolbar.module.css';
import { fullDayText, monthText, spanText } from './words.ts';

const text = strings.calendar;

interface ToolbarProps {
  readonly view: View;
  readonly views: readonly View[];
  readonly day: Day;
  readonly today: Day;
  readonly zone: string;
  readonly firstDay: number;
  onView(view: View): void;
  onDay(day: Day | null): void;
}

/** What is shown, the way to what is before and after it, and the views. */
export function Toolbar({ view, views, day, today, zone, firstDay, onView, onDay }: ToolbarProps) {
  const title = titleOf(view, day, firstDay);
  return (
    <div className={classes.toolbar}>
      <Group gap="xs" wrap="nowrap" className={classes.place}>
        <Title order={1} className={classes.title} aria-live="polite">
          {title}
        </Title>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={text.back[view]}
          onClick={() => onDay(stepBy(view, day, -1))}
        >
          <Icon name="chevron-left" size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={text.ahead[view]}
          onClick={() => onDay(stepBy(view, day, 1))}
        >
          <Icon name="chevron-right" size={18} />
        </ActionIcon>
        <Button variant="default" size="xs" h={32} onClick={() => onDay(null)}>
          {text.today}
        </Button>
      </Group>
      <Group gap="sm" wrap="nowrap" className={classes.views}>
        <SegmentedControl
          size="xs"
          aria-label={text.views.label}
          value={view}
          data={views.map((value) => ({ value, label: text.views[value] }))}
          onChange={(value) => onView(views.find((one) => one === value) ?? view)}
        />
        <Button
          component={Link}
          to={composeAddress(timeOn(day > today ? day : today, zone))}
          size="xs"
          h={32}
          leftSection={<Icon name="plus" size={16} />}
        >
          {text.newPost}
        </Button>
      </Group>
    </div>
  );
}

function titleOf(view: View, day: Day, firstDay: number): string {
  if (view === 'day') return fullDayText(day);
  const first = weekStart(day, firstDay);
  return view === 'week' ? spanText(first, addDays(first, 6)) : monthText(day);
}

interface ZoneLineProps {
  readonly zone: string;
  readonly organizationZone: string;
  onOwn(own: boolean): void;
}

/** The zone of every time on the page, and the way to the reader's own. */
export function ZoneLine({ zone, organizationZone, onOwn }: ZoneLineProps) {
  const mine = browserZone();
  return (
    <Group gap={8} className={classes.zone}>
      <Text size="xs" c="dimmed">
        {text.zone.in(zone)}
      </Text>
      {mine !== organizationZone && (
        <Button variant="subtle" size="compact-xs" onClick={() => onOwn(zone !== mine)}>
          {zone === mine ? text.zone.organization(organizationZone) : text.zone.mine(mine)}
        </Button>
      )}
    </Group>
  );
}
