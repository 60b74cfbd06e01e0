import { useCallback, useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { latePart } from '../../components/late-part.tsx';
import { Compose, composeUrl, startOf, type Start } from './compose.ts';

const ComposerDrawer = latePart(async () => ({
  default: (await import('../composer/drawer.tsx')).ComposerDrawer,
}));

/**
 * What is inside opens the composer beside itself; a phone has room for one of them. The open composer is a
 * step in the browser's history, so that Back closes it.
 */
export function Composing({ isPhone, children }: { isPhone: boolean; children: ReactNode }) {
  const navigate = useNavigate();
  const { state, pathname, search } = useLocation();
  const isStep = (state as { composing?: true } | null)?.composing === true;
  const [start, setStart] = useState<Start | null>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(isStep), [isStep]);
  const open = useCallback(
    (next: Start): void => {
      if (isPhone) {
        void navigate(composeUrl(Date.parse(next.date), next));
        return;
      }
      setStart(next);
      void navigate({ pathname, search }, { state: { composing: true } });
    },
    [isPhone, navigate, pathname, search],
  );
  const close = (): void => {
    setOpened(false);
    // A second press, while it is drawn away, would leave the calendar.
    if (opened) void navigate(-1);
  };
  // A link stays a link for another tab or window.
  const onClickCapture = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return;
    const next = startOf(event.target);
    if (!next) return;
    event.preventDefault();
    open(next);
  };
  return (
    <Compose value={open}>
      <div onClickCapture={onClickCapture}>{children}</div>
      {start && <ComposerDrawer opened={opened} onClose={close} {...start} />}
    </Compose>
  );
}
