import { Button } from '@mantine/core';
import { useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { http } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { strings } from '../../strings/index.ts';
import type { Part, UploadedFile } from './composer-state.ts';
import { useComposer } from './composer-context.ts';
import classes from './fit-pictures.module.css';
import { fittableIn, type Fittable } from './problems.ts';
import { toFile } from './uploaded-file.ts';

const text = strings.composer.fit;
type Ratio = 'keep' | 'pad' | 'crop';

/** A picture that was fitted, while its original can be taken again. */
interface Fitted {
  readonly original: UploadedFile;
  readonly copy: string;
  readonly name: string;
}

/**
 * Buttons that make pictures fit which a network refuses, and the way back. `show`: not before problems are.
 */
export function FitPictures({ part, index, show }: { part: Part; index: number; show: boolean }) {
  const composer = useComposer();
  const { state, dispatch } = composer;
  const [pending, setPending] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [fitted, setFitted] = useState<readonly Fitted[]>([]);
  const fit = async ({ channel, media, network: name }: Fittable, ratio: Ratio): Promise<void> => {
    const original = state.files[media];
    if (!original) return;
    setPending(media);
    setError(null);
    try {
      const settings = { ...state.document.settings[channel.id], __type: channel.identifier };
      const params = { path: { id: media } };
      const body = { for: channel.id, ratio, settings };
      const data = await answerOf(http.POST('/media/{id}/fit', { params, body }));
      dispatch({ type: 'media-replaced', part: part.id, media, file: toFile(data) });
      setFitted((before) => [...before, { original, copy: data.id, name }]);
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(null);
    }
  };
  const offered = show ? fittableIn(composer, index) : [];
  const undoable = fitted.flatMap((one) => {
    const n = part.media.findIndex(({ id }) => id === one.copy) + 1;
    return n > 0 ? [{ ...one, n }] : [];
  });
  return (
    <>
      <ErrorAlert error={error} />
      {offered.map((one) => (
        <div
          key={`${one.channel.id}${one.media}`}
          role="group"
          aria-label={text.group(one.n, one.network)}
          className={classes.row}
        >
          {(one.reshape ? (['pad', 'crop'] as const) : (['keep'] as const)).map((ratio) => (
            <Button
              key={ratio}
              size="compact-sm"
              variant="default"
              leftSection={<Icon name={ratio === 'crop' ? 'crop' : 'photo'} size={16} />}
              loading={pending === one.media}
              onClick={() => void fit(one, ratio)}
            >
              {text[ratio](one.network)}
            </Button>
          ))}
        </div>
      ))}
      {undoable.map(({ original, copy, name, n }) => (
        <p key={copy} className={classes.row} role="status">
          <span className="any-text">{text.done(n, name)}</span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="arrow-back-up" size={16} />}
            onClick={() => dispatch({ type: 'media-replaced', part: part.id, media: copy, file: original })}
          >
            {text.undo}
          </Button>
        </p>
      ))}
    </>
  );
}
