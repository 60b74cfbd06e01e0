import { useRef, useState } from 'react';
import { useBlocker, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { PageLayout } from '../../components/page-layout.tsx';
import { strings } from '../../strings/index.ts';
import classes from './composer.module.css';
import { Composer } from './composer.tsx';
import { LeaveDialog } from './dialogs.tsx';

const text = strings.composer.titles;

/** The composer as a page: a new post, a draft, a post to change, or a copy of one. */
export default function ComposePage() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const { key: visit } = useLocation();
  const navigate = useNavigate();
  // A draft that was begun here stays on the screen while it gets its own address.
  const [begun, setBegun] = useState<{ readonly id: string; readonly composer: string } | null>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const unsaved = useRef(false);
  const blocker = useBlocker(() => unsaved.current);
  const postId = query.get('post') ?? undefined;
  const isBegun = id !== undefined && id === begun?.id;
  const composer = isBegun ? begun.composer : (id ?? visit);
  const source = {
    compositionId: isBegun ? undefined : id,
    postId,
    copyId: query.get('copy') ?? undefined,
    date: query.get('date') ?? undefined,
    channelId: query.get('channel') ?? undefined,
  };
  return (
    <PageLayout
      width="wide"
      title={postId ? text.edit : id && !isBegun ? text.draft : text.new}
      actions={<div ref={setBar} className={classes.bar} />}
    >
      <Composer
        key={composer}
        source={source}
        bar={bar}
        onBegun={(made) => {
          setBegun({ id: made, composer });
          void navigate(`/compose/${made}`, { replace: true, preventScrollReset: true });
        }}
        onAgain={() => void navigate('/compose')}
        onUnsaved={(now) => {
          unsaved.current = now;
        }}
        onDone={() => void navigate(postId ? `/posts/${postId}` : '/')}
      />
      {blocker.state === 'blocked' && (
        <LeaveDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
      )}
    </PageLayout>
  );
}
