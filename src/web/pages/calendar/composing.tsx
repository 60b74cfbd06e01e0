import { useCallback, useState, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { latePart } from '../../components/late-part.tsx';
import { Compose, composeUrl, startOf, type Start } from './compose.ts';

const ComposerDrawer = latePart(async () => ({
  default: (await import('../composer/drawer.tsx')).ComposerDrawer,
}));

/** What is inside opens the composer beside itself; a phone has room for one of them. */
export function Composing({ isPhone, children }: { isPhone: boolean; children: ReactNode }) {
  const navigate = useNavigate();
  const [start, setStart] = useState<Start | null>(null);
  const [opened, setOpened] = useState(false);
  const open = useCallback(
    (next: Start): void => {
      if (isPhone) {
        void navigate(composeUrl(Date.parse(next.date), next.channelId));
        return;
      }
      setStart(next);
      setOpened(true);
    },
    [isPhone, navigate],
  );
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
      {start && <ComposerDrawer opened={opened} onClose={() => setOpened(false)} {...start} />}
    </Compose>
  );
}
