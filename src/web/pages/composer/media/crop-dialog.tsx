import 'react-easy-crop/react-easy-crop.css';
import { Button, Chip, Group, Slider, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { locale } from '../../../format/date-time.tsx';
import { strings } from '../../../strings/index.ts';
import { useComposer } from '../composer-context.ts';
import { aspectsFor } from './aspects.ts';
import classes from './crop-dialog.module.css';
import {
  drawnSize,
  isMoving,
  loadPicture,
  useNewPicture,
  writtenType,
  type FileDialogProps,
} from './new-picture.ts';

const text = strings.composer.crop;

/** Turns a picture, and cuts it to a shape that the chosen networks take. The original stays in the
 * library. */
export default function CropDialog(props: FileDialogProps) {
  const { file, onClose } = props;
  const { check } = useComposer();
  const { pending, error, make } = useNewPicture(props);
  const [picture, setPicture] = useState<Turned | null>(null);
  const [shown, setShown] = useState(true);
  const whole = picture && { name: text.own, value: picture.canvas.width / picture.canvas.height };
  const aspects = aspectsFor(
    (check?.answer.posts ?? []).flatMap(({ media }) => media ?? []),
    whole,
  );
  const [shape, setShape] = useState<string>();
  const aspect = aspects.find(({ name }) => name === shape) ?? aspects[0];
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  useEffect(() => {
    loadPicture(file).then(
      (image) => setPicture(turned({ image, quarters: 0 }, file)),
      () => setShown(false),
    );
  }, [file]);
  const turn = (by: 1 | -1): void => {
    if (!picture) return;
    setPicture(turned({ ...picture, quarters: picture.quarters + by }, file));
    // Who only turns it wants the whole picture.
    if (shape === undefined) setShape(text.own);
    setCrop({ x: 0, y: 0 });
    setZoom(1);
    setArea(null);
  };
  return (
    <Dialog title={text.title} size="lg" onClose={onClose}>
      <Stack>
        <ErrorAlert error={error} />
        <div className={classes.stage}>
          {picture && (
            <Cropper
              key={picture.quarters}
              image={picture.url}
              crop={crop}
              zoom={zoom}
              aspect={aspect?.value ?? 1}
              nonce={document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce}
              disableAutomaticStylesInjection
              keyboardStep={8}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_, pixels) => setArea(pixels)}
              cropperProps={{ 'aria-label': text.area, role: 'application' }}
            />
          )}
        </div>
        <Group gap="xs" justify="center">
          <Button variant="default" size="compact-md" disabled={!picture} onClick={() => turn(-1)}>
            {text.left}
          </Button>
          <Button variant="default" size="compact-md" disabled={!picture} onClick={() => turn(1)}>
            {text.right}
          </Button>
        </Group>
        <Chip.Group value={aspect?.name ?? ''} onChange={(name) => setShape(String(name))}>
          <Group gap={6} role="radiogroup" aria-label={text.shape}>
            {aspects.map(({ name }) => (
              <Chip key={name} value={name} size="sm">
                {name}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <div>
          <Text size="sm" id="crop-zoom">
            {text.zoom}
          </Text>
          <Slider
            aria-labelledby="crop-zoom"
            thumbLabel={text.zoom}
            min={1}
            max={3}
            step={0.05}
            label={(value) => new Intl.NumberFormat(locale(), { style: 'percent' }).format(value)}
            value={zoom}
            onChange={setZoom}
          />
        </div>
        <Text size="xs" c="dimmed">
          {text.help}
          {isMoving(file) && ` ${text.standsStill}`}
        </Text>
        {!shown && (
          <Text size="sm" c="red" role="alert">
            {text.notShown}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.common.cancel}
          </Button>
          <Button
            loading={pending}
            disabled={!picture || !area}
            onClick={() => picture && area && void make(() => cut(picture.canvas, area))}
          >
            {text.apply}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A picture as it is cropped. */
interface Turned {
  readonly image: HTMLImageElement;
  /** How often it was turned to the right by 90°. */
  readonly quarters: number;
  readonly canvas: HTMLCanvasElement;
  readonly url: string;
}

function turned(
  { image, quarters }: Pick<Turned, 'image' | 'quarters'>,
  file: FileDialogProps['file'],
): Turned {
  const { width, height } = drawnSize(image);
  const isAsItWas = quarters % 4 === 0 && width === image.naturalWidth;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = quarters % 2 ? [height, width] : [width, height];
  const context = canvas.getContext('2d');
  context?.translate(canvas.width / 2, canvas.height / 2);
  context?.rotate((quarters * Math.PI) / 2);
  context?.drawImage(image, -width / 2, -height / 2, width, height);
  // The page's policy allows no blob: URL.
  return { image, quarters, canvas, url: isAsItWas ? image.src : canvas.toDataURL(writtenType(file)) };
}

function cut(picture: HTMLCanvasElement, { x, y, width, height }: Area): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}
