import { Button, Group, SegmentedControl, Slider, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { locale } from '../../../format/date-time.tsx';
import { strings } from '../../../strings/index.ts';
import classes from './letter-dialog.module.css';
import { letter, type Lettered, type Lettering, type Place } from './lettering.ts';
import { isMoving, loadPicture, useNewPicture, type FileDialogProps } from './new-picture.ts';

const text = strings.writing.lettering;
const { standsStill, notShown } = strings.composer.crop;

/** What was last written on each picture, by file: closing the window loses nothing, nor does Undo. */
const written = new Map<string, Lettering>();

const STEP = 0.02;
const STEPS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};
const NOTHING: Lettering = { text: '', size: 0.1, colour: 'white', band: false, place: { x: 0.5, y: 0.9 } };
const within = (value: number): number => Math.min(Math.max(value, 0), 1);

/** Writes a text on a picture. The original stays in the library. */
export default function LetterDialog(props: FileDialogProps) {
  const { file, onClose } = props;
  const { pending, error, make } = useNewPicture(props);
  const stage = useRef<HTMLDivElement>(null);
  const [lettered, setLettered] = useState<Lettered | null>(null);
  const [shown, setShown] = useState(true);
  const [lettering, setLettering] = useState<Lettering>(written.get(file.id) ?? NOTHING);
  useEffect(() => void written.set(file.id, lettering), [file.id, lettering]);
  const set = (change: Partial<Lettering>): void => setLettering((before) => ({ ...before, ...change }));
  useEffect(() => {
    let made: Lettered | undefined;
    let isOpen = true;
    loadPicture(file).then(
      (image) => {
        if (!isOpen || !stage.current) return;
        made = letter(stage.current, image, (place) => setLettering((before) => ({ ...before, place })));
        setLettered(made);
      },
      () => setShown(false),
    );
    return () => {
      isOpen = false;
      made?.end();
    };
  }, [file]);
  useEffect(() => lettered?.show(lettering), [lettered, lettering]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const { x, y } = lettering.place;
    set({ place: { x: within(x + step.x), y: within(y + step.y) } });
  };
  return (
    <Dialog title={text.title} size="lg" onClose={onClose}>
      <Stack>
        <ErrorAlert error={error} />
        <div className={classes.room}>
          <div
            ref={stage}
            className={classes.stage}
            role="application"
            aria-label={text.area}
            tabIndex={0}
            onKeyDown={onKeyDown}
          />
        </div>
        <Textarea
          label={text.text}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={500}
          value={lettering.text}
          onChange={({ currentTarget }) => set({ text: currentTarget.value })}
          data-autofocus
        />
        <Group>
          <SegmentedControl
            aria-label={text.colour}
            value={lettering.colour}
            data={(['white', 'black'] as const).map((value) => ({ value, label: text.colours[value] }))}
            onChange={(colour) => set({ colour: colour as Lettering['colour'] })}
          />
          <Switch
            label={text.band}
            checked={lettering.band}
            onChange={({ currentTarget }) => set({ band: currentTarget.checked })}
          />
        </Group>
        <div>
          <Text size="sm" id="letter-size">
            {text.size}
          </Text>
          <Slider
            aria-labelledby="letter-size"
            thumbLabel={text.size}
            min={0.03}
            max={0.3}
            step={0.01}
            label={(value) => new Intl.NumberFormat(locale(), { style: 'percent' }).format(value)}
            value={lettering.size}
            onChange={(size) => set({ size })}
          />
        </div>
        <Text size="xs" c="dimmed">
          {text.help}
          {isMoving(file) && ` ${standsStill}`}
        </Text>
        {!shown && (
          <Text size="sm" c="red" role="alert">
            {notShown}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.common.cancel}
          </Button>
          <Button
            loading={pending}
            disabled={!lettered || !lettering.text.trim()}
            onClick={() => lettered && void make(() => lettered.draw())}
          >
            {text.apply}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
