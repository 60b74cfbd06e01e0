import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Button, NativeSelect, Text } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { Icon } from '../../components/icon.tsx';
import { locale } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { fieldOf } from './tools/caret.ts';
import { useFirstComment } from './tools/first-comment.ts';
import { currentParts, type Part } from './composer-state.ts';
import { ComposerProvider, useComposer, type ComposerParts } from './composer-context.ts';
import { PartEditor } from './part-editor.tsx';
import classes from './thread.module.css';

const text = strings.composer.thread;
const words = strings.writing.comment;

// Made once: dnd-kit renders every part when it is given others.
const POINTER = { activationConstraint: { distance: 4 } };
const KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

/** The parts of the thread, which can be dragged into another order, also with the keyboard. */
export function Thread() {
  const { state, dispatch } = useComposer();
  const parts = currentParts(state);
  const { comments, mixed, shown, composer } = useFirstComment();
  const ids = useSame(parts.map(({ id }) => id));
  const sensors = useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, KEYBOARD));
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over) dispatch({ type: 'part-moved', part: String(active.id), to: ids.indexOf(String(over.id)) });
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: announcementsOf(ids),
        screenReaderInstructions: { draggable: text.moveHelp },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className={classes.thread}>
          {shown.map((part, index) => (
            <PartScope
              key={part.id}
              {...{ part, index, comments, composer }}
              comment={comments && index === 0 ? shown[1]?.id : undefined}
              all={comments ? shown.length : parts.length}
              isEmptyField={shown.length > parts.length && index > 0}
            />
          ))}
        </ol>
      </SortableContext>
      {mixed.length > 0 && parts.length > 1 && (
        <Text size="xs" c="dimmed" className="any-text">
          {words.on(new Intl.ListFormat(locale()).format(mixed.map(({ name }) => isolated(name))))}
        </Text>
      )}
      {(!comments || parts.length > 1) && <AddPart parts={parts} label={comments ? words.add : text.add} />}
    </DndContext>
  );
}

const announcementsOf = (ids: readonly string[]): Announcements => {
  const place = (id: string | number | undefined): number => ids.indexOf(String(id)) + 1;
  return {
    onDragStart: ({ active }) => text.picked(place(active.id), ids.length),
    onDragOver: ({ over }) => (over ? text.over(place(over.id), ids.length) : undefined),
    onDragEnd: ({ over }) => (over ? text.dropped(place(over.id), ids.length) : text.notMoved),
    onDragCancel: () => text.notMoved,
  };
};

/** The same list while it has the same ids: a new one renders every part. */
function useSame(ids: string[]): string[] {
  const before = useRef(ids);
  if (ids.join('\n') !== before.current.join('\n')) before.current = ids;
  return before.current;
}

interface PartProps {
  readonly part: Part;
  readonly index: number;
  readonly all: number;
  /** Whether further parts are comments. */
  readonly comments: boolean;
  /** The part that becomes the first comment, if this is the post above it. */
  readonly comment: string | undefined;
  /** Whether it is the field of a comment that nobody has written yet. */
  readonly isEmptyField: boolean;
}

/** A part knows the composer as of the last change that the part shows: no other part's text. */
function PartScope({ composer, ...props }: PartProps & { composer: ComposerParts }) {
  const { part, index, all, comments, comment, isEmptyField } = props;
  const { state, channels, check, showProblems, uploads } = composer;
  const { document, files, scope } = state;
  const customised = Object.keys(document.variations).join('\n');
  return useMemo(
    () => (
      <ComposerProvider value={composer}>
        <SortablePart {...props} />
      </ComposerProvider>
    ),
    // Not `composer` as a whole, which every key changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [
      part,
      index,
      all,
      comments,
      comment,
      isEmptyField,
      files,
      scope,
      channels,
      check,
      composer.unchecked,
      showProblems,
      uploads.uploads,
      document.channels,
      document.settings,
      customised,
    ],
  );
}

function SortablePart({ part, index, all, comments, comment, isEmptyField }: PartProps) {
  const { state, dispatch, offerUndo } = useComposer();
  const name = comments ? nameOf(index) : text.part(index + 1, all);
  const remove = (): void => {
    dispatch({ type: 'part-removed', part: part.id });
    if (!part.text.trim() && !part.media.length) return;
    const back = { type: 'parts-restored', scope: state.scope, parts: [part], at: index } as const;
    offerUndo(comments ? words.removed(name) : text.removed(index + 1), () => dispatch(back));
  };
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: part.id, disabled: isEmptyField, attributes: { roleDescription: text.handleRole } });
  const head = all > 1 && !isEmptyField && (!comments || index > 0) && (
    <div className={classes.head}>
      {!comments && (
        <ActionIcon
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          data-mantine-stop-propagation={isDragging || undefined}
          variant="subtle"
          color="gray"
          className={classes.handle}
          aria-label={text.move(index + 1)}
        >
          <Icon name="grip-vertical" size={18} />
        </ActionIcon>
      )}
      <span className={classes.number}>{name}</span>
      {index > 0 && <Delay part={part} index={index} />}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={comments ? words.remove(name) : text.remove(index + 1)}
        onClick={remove}
      >
        <Icon name="trash" size={18} />
      </ActionIcon>
    </div>
  );
  return (
    <li
      ref={setNodeRef}
      className={classes.part}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition: transition ?? undefined }}
    >
      {head}
      <PartEditor {...{ part, index, all, comment }} name={comments ? name : undefined} />
    </li>
  );
}

const nameOf = (index: number): string =>
  index === 0 ? words.post : index === 1 ? words.first : words.nth(index);

const DELAYS = [0, 60, 300, 900, 3600, 86_400] as const;

function Delay({ part, index }: { part: Part; index: number }) {
  const { dispatch } = useComposer();
  const choices = [...new Set([...DELAYS, part.delaySeconds])].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      size="xs"
      className={classes.delay}
      aria-label={text.delay(index + 1)}
      value={String(part.delaySeconds)}
      data={choices.map((seconds) => ({ value: String(seconds), label: text.after(seconds) }))}
      onChange={({ currentTarget }) =>
        dispatch({ type: 'delay-changed', part: part.id, seconds: Number(currentTarget.value) })
      }
    />
  );
}

function AddPart({ parts, label }: { parts: readonly Part[]; label: string }) {
  const { dispatch } = useComposer();
  const added = useRef<string | null>(null);
  useEffect(() => {
    if (!added.current) return;
    fieldOf(added.current)?.focus();
    added.current = null;
  }, [parts]);
  return (
    <Button
      variant="subtle"
      size="compact-md"
      leftSection={<Icon name="plus" size={18} />}
      className={classes.add}
      onClick={() => {
        added.current = crypto.randomUUID();
        dispatch({ type: 'part-added', id: added.current });
      }}
    >
      {label}
    </Button>
  );
}
