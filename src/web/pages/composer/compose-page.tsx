import { useRef, useState } from 'react';
import { useBlocker, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { PageLayout } from '../../components/page-layout.tsx';
import { strings } from '../../strings/index.ts';
import classes from './composer.module.css';
import { Composer } from './composer.tsx';
import { LeaveDialog } from './dialogs.tsx';

const text = strings.composer.titles;

/** The drafts that one composer has begun, and the key under which it stays. */
interface Begun {
  readonly ids: readonly string[];
  readonly composer: string;
}

/** The composer as a page: a new post, a draft, a post to change, or a copy of one. */
export default function ComposePage() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const { key: visit } = useLocation();
  const navigate = useNavigate();
  // A draft that was begun here stays on the screen while it gets its own address.
  const [begun, setBegun] = useState<Begun>({ ids: [], composer: '' });
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const unsaved = useRef(false);
  const blocker = useBlocker(() => unsaved.current);
  const postId = query.get('post') ?? undefined;
  const isBegun = id !== undefined && begun.ids.includes(id);
  const composer = isBegun ? begun.composer : (id ?? visit);
  const source = {
    // Read once, when the composer is opened: also when somebody comes back to a draft that was begun here.
    compositionId: id,
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
          // The address follows a moment later: until then the composer is known by the one before.
          setBegun({ ids: [...begun.ids, ...(id ? [id] : []), made], composer });
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
