import 'react-easy-crop/react-easy-crop.css';
import { Button, Group, SegmentedControl, Slider, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { uploadFile } from '../../api/upload.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { locale } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import type { UploadedFile } from './composer-state.ts';
import { useComposer } from './composer-context.ts';
import classes from './crop-dialog.module.css';
import { Dialog } from '../../components/dialog.tsx';
import { localPath } from './local-path.ts';
import { aspectsFor } from './aspects.ts';
import { toFile } from './uploaded-file.ts';

const text = strings.composer.crop;

/** Types that may have several pictures, of which a canvas keeps the first. */
const MOVING = new Set(['image/gif', 'image/webp']);

/** Cuts a picture to a shape that the chosen networks take. The original stays in the library. */
export default function CropDialog({
  part,
  file,
  onClose,
}: {
  part: string;
  file: UploadedFile;
  onClose(): void;
}) {
  const { check, dispatch } = useComposer();
  const aspects = aspectsFor((check?.answer.posts ?? []).flatMap(({ media }) => media ?? []));
  const [aspect, setAspect] = useState(aspects[0] ?? { name: '1:1', value: 1 });
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [shown, setShown] = useState(true);
  const apply = async (): Promise<void> => {
    if (!area) return;
    setPending(true);
    try {
      const cut = await cutPicture(localPath(file.path), area, file);
      const { signal } = new AbortController();
      const media = await uploadFile(cut, { signal, onProgress: () => undefined });
      dispatch({ type: 'media-replaced', part, media: file.id, file: toFile(media) });
      onClose();
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  };
  return (
    <Dialog title={text.title} size="lg" onClose={onClose}>
      <Stack>
        <ErrorAlert error={error} />
        <div className={classes.stage}>
          <Cropper
            image={localPath(file.path)}
            crop={crop}
            zoom={zoom}
            aspect={aspect.value}
            nonce={document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce}
            disableAutomaticStylesInjection
            keyboardStep={8}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ onError: () => setShown(false) }}
            cropperProps={{ 'aria-label': text.area, role: 'application' }}
          />
        </div>
        <SegmentedControl
          aria-label={text.shape}
          value={aspect.name}
          data={aspects.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) => setAspect(aspects.find((one) => one.name === name) ?? aspect)}
        />
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
          {MOVING.has(file.type) && ` ${text.standsStill}`}
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
          <Button loading={pending} disabled={!area} onClick={() => void apply()}>
            {text.apply}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The cut picture as a file of the same type, where browsers can write it; otherwise as PNG. */
async function cutPicture(url: string, area: Area, { name, type }: UploadedFile): Promise<File> {
  const image = new Image();
  // A canvas gives back only what its page may read.
  image.crossOrigin = 'anonymous';
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(area.width);
  canvas.height = Math.round(area.height);
  const { x, y, width, height } = area;
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const written = ['image/jpeg', 'image/webp'].includes(type) ? type : 'image/png';
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, written, 0.92));
  if (!blob) throw new Error('the picture could not be cut');
  return new File([blob], name, { type: written });
}
