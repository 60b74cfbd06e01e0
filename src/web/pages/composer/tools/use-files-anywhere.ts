import { useEffect, useRef, type RefObject } from 'react';
import type { Uploads } from '../../../components/use-uploads.ts';
import { currentParts, type ComposerState } from '../composer-state.ts';

/**
 * Office programs put a picture of a copied text or of cells beside it. A picture that is copied on purpose
 * comes without text from a web page, and without markup, as the name of its file, from a folder.
 */
export const hasFormattedText = (clipboard: DataTransfer): boolean =>
  Boolean(clipboard.getData('text/plain').trim()) &&
  ['text/html', 'text/rtf'].some((type) => clipboard.types.includes(type));

interface FilesAnywhere {
  readonly state: ComposerState;
  readonly uploads: Uploads;
}

/** Files that are dropped or pasted beside the texts go to the part that had the focus last, else to the
 * first. */
export function useFilesAnywhere({ state, uploads }: FilesAnywhere): RefObject<HTMLElement | null> {
  const composer = useRef<HTMLElement>(null);
  const take = useRef<(files: FileList) => void>(() => undefined);
  const focused = useRef<string | undefined>(undefined);
  useEffect(() => {
    take.current = (files) => {
      const parts = currentParts(state);
      const place = parts.find(({ id }) => id === focused.current) ?? parts[0];
      if (place) uploads.add(files, place.id);
    };
  });
  useEffect(() => {
    // A window above the composer takes its own.
    const windowOf = (element: EventTarget | null): Element | null =>
      element instanceof Element ? element.closest('[aria-modal]') : null;
    const receive = (event: Event, data: DataTransfer | null): void => {
      if (event.defaultPrevented && event.type === 'paste') return;
      if (!data?.files.length || windowOf(event.target) !== windowOf(composer.current)) return;
      if (event.target instanceof Element && event.target.closest('[data-part]')) return;
      event.preventDefault();
      take.current(data.files);
    };
    const listeners = {
      drop: (event: DragEvent) => receive(event, event.dataTransfer),
      paste: (event: ClipboardEvent) => {
        const { clipboardData: data } = event;
        if (data && !hasFormattedText(data)) receive(event, data);
      },
      focusin: ({ target }: FocusEvent) => {
        const part = target instanceof Element ? target.closest<HTMLElement>('[data-part]') : null;
        if (part) focused.current = part.dataset.part;
      },
    };
    const entries = Object.entries(listeners) as [string, (event: Event) => void][];
    for (const [name, listener] of entries) addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) removeEventListener(name, listener);
    };
  }, []);
  return composer;
}
