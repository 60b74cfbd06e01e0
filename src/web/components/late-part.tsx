import { useEffect, useState, type ComponentType } from 'react';
import { reloadPage } from '../api/reload.ts';
import { strings } from '../strings/index.ts';
import { notifyAction } from './notify-action.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

interface LatePartOptions<Props> {
  /** Shown until the file is there; default: nothing. */
  readonly meanwhile?: ComponentType<Props>;
  /** Shown when it did not arrive; default: as before, beside a message with a way to ask again. */
  readonly instead?: ComponentType<Props>;
}

/** Says that a part did not arrive, with a way to ask `again`. Returns what takes the message away. */
export const notifyPartFailed = (again: () => Promise<void>): (() => void) =>
  notifyAction({
    message: strings.common.partFailed,
    color: 'red',
    label: strings.common.tryAgain,
    // A file that is permanently gone has another name in a new document.
    action: () => again().catch(reloadPage),
    stays: true,
  });

/**
 * A part of a page that is fetched when it is shown first. `React.lazy` would take the whole page away when
 * the file does not arrive: offline, or because the server was updated and has other files now.
 */
export function latePart<Props extends object>(
  load: Load<Props>,
  { meanwhile: Meanwhile, instead: Instead }: LatePartOptions<Props> = {},
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function LatePart(props: Props) {
    const [state, setState] = useState<'coming' | 'there' | 'failed'>(known ? 'there' : 'coming');
    useEffect(() => {
      if (state !== 'coming') return undefined;
      let isShown = true;
      load().then(
        (file) => {
          known = file.default;
          if (isShown) setState('there');
        },
        () => isShown && setState('failed'),
      );
      return () => void (isShown = false);
    }, [state]);
    useEffect(() => {
      if (state !== 'failed' || Instead) return undefined;
      return notifyPartFailed(() => load().then(() => setState('coming')));
    }, [state]);
    if (known) {
      const Part = known;
      return <Part {...props} />;
    }
    const Other = state === 'failed' ? (Instead ?? Meanwhile) : Meanwhile;
    return Other ? <Other {...props} /> : null;
  };
}
