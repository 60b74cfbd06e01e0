import {
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  closestCenter,
  useSensor,
  useSensors,
  type Announcements,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Anchor, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { SeriesMark } from '../../components/series-mark.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { strings } from '../../strings/index.ts';
import { dayOf, minuteOf } from '../calendar/clock.ts';
import { composeUrl } from '../calendar/compose.ts';
import { fullDayText, momentText, timeText } from '../calendar/words.ts';
import classes from './queue.module.css';
import { isMovable, whyStays, type Row } from './rows.ts';

const text = strings.queue;

// Made once: dnd-kit renders every row when it is given others.
const MOUSE = { activationConstraint: { distance: 4 } };
const TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } };
const KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };
/** Rows keep their places while one is dragged: those are dates. */
const STAY = (): null => null;

interface QueueListProps {
  readonly rows: readonly Row[];
  readonly zone: string;
  readonly channelId: string;
  /** Whether no post can be moved at the moment. */
  readonly busy: boolean;
  onDrop(key: string, over: string): void;
}

/** Posts and free posting times, day by day; a post can be dragged, also with the keyboard. */
export function QueueList({ rows, zone, channelId, busy, onDrop }: QueueListProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, KEYBOARD),
  );
  const days = Map.groupBy(rows, ({ ms }) => dayOf(ms, zone));
  const hasSeries = rows.some(({ post }) => post?.inSeries);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => over && onDrop(String(active.id), String(over.id))}
      accessibility={{
        announcements: announcementsOf(rows, zone),
        screenReaderInstructions: { draggable: text.moveHelp },
      }}
    >
      {hasSeries && (
        <Text size="sm" c="dimmed" mb="sm">
          {text.series}
        </Text>
      )}
      <SortableContext items={rows.map(({ key }) => key)} strategy={STAY}>
        {[...days].map(([day, ones]) => (
          <section key={day} className={classes.day} aria-label={fullDayText(day)}>
            <Title order={2} size="h4" className={classes.head}>
              {fullDayText(day)}
            </Title>
            <ol className={classes.rows}>
              {ones.map((row) =>
                row.post ? (
                  <PostRow key={row.key} row={row} zone={zone} busy={busy} />
                ) : (
                  <FreeRow key={row.key} row={row} zone={zone} channelId={channelId} />
                ),
              )}
            </ol>
          </section>
        ))}
      </SortableContext>
    </DndContext>
  );
}

function announcementsOf(rows: readonly Row[], zone: string): Announcements {
  const moment = (id: string | number | undefined): string => {
    const row = rows.find(({ key }) => key === String(id));
    return row ? momentText(dayOf(row.ms, zone), minuteOf(row.ms, zone)) : '';
  };
  return {
    onDragStart: ({ active }) => text.picked(moment(active.id)),
    onDragOver: ({ over }) => (over ? moment(over.id) : undefined),
    // The outcome is announced once the server has it.
    onDragEnd: ({ active, over }) => (over && over.id !== active.id ? undefined : text.notMoved),
    onDragCancel: () => text.notMoved,
  };
}

function PostRow({ row, zone, busy }: { row: Row; zone: string; busy: boolean }) {
  const { post, ms, key } = row;
  const canMove = isMovable(row);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging, isOver } =
    useSortable({
      id: key,
      disabled: { draggable: busy || !canMove, droppable: busy || !canMove },
      attributes: { roleDescription: text.handleRole },
    });
  const time = timeText(minuteOf(ms, zone));
  const line = post?.firstLine || text.noText;
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging}
      data-over={isOver && !isDragging}
      style={{ transform: CSS.Translate.toString(isDragging ? transform : null) }}
    >
      {canMove ? (
        <ActionIcon
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          variant="subtle"
          color="gray"
          className={classes.handle}
          aria-label={text.move(line)}
        >
          <Icon name="grip-vertical" size={18} />
        </ActionIcon>
      ) : (
        <Fixed row={row} />
      )}
      <span className={classes.time}>{time}</span>
      <Anchor component={Link} to={`/posts/${post?.id}`} className={classes.text} c="inherit">
        {line}
      </Anchor>
      {post?.thumbnail && <img className={classes.thumbnail} src={post.thumbnail} alt="" loading="lazy" />}
      {post && post.status !== 'scheduled' && <StateBadge status={post.status} />}
    </li>
  );
}

/** In place of the handle: what the post is, and why it has none. */
function Fixed({ row }: { row: Row }) {
  const why = whyStays(row) ?? undefined;
  return (
    <span className={classes.fixed} title={why}>
      {row.post && <SeriesMark post={row.post} size={18} />}
      <VisuallyHidden>{why}</VisuallyHidden>
    </span>
  );
}

function FreeRow({ row: { key, ms }, zone, channelId }: { row: Row; zone: string; channelId: string }) {
  const { setNodeRef, isOver } = useSortable({ id: key, disabled: { draggable: true } });
  const time = timeText(minuteOf(ms, zone));
  return (
    <li ref={setNodeRef} className={classes.row} data-free data-over={isOver}>
      <span className={classes.fixed} />
      <span className={classes.time}>{time}</span>
      <Anchor
        component={Link}
        to={composeUrl(ms, { channelId, free: true })}
        className={classes.text}
        size="sm"
      >
        {text.write}
        <span className={classes.hidden}> {momentText(dayOf(ms, zone), minuteOf(ms, zone))}</span>
      </Anchor>
    </li>
  );
}
