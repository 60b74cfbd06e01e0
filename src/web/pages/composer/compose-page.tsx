import { useRef, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { PageLayout } from '../../components/page-layout.tsx';
import { useBlocker } from '../../navigation.tsx';
import { strings } from '../../strings/index.ts';
import classes from './composer.module.css';
import { Composer } from './composer.tsx';
import { LeaveDialog } from './dialogs.tsx';
import type { Opened } from './open-state.ts';

const text = strings.composer.titles;

/** The composer as a page: a new post, a draft, a post to change, or a copy of one. */
export default function ComposePage() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const { key: visit } = useLocation();
  const navigate = useNavigate();
  // A draft that was begun here stays on the screen while it gets its own URL: the key of its composer.
  const [begun, setBegun] = useState<ReadonlyMap<string, string>>(new Map());
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState<{ composer: string; found: Opened } | null>(null);
  const unsaved = useRef(false);
  const own = useRef('');
  // A draft that gets its own URL leaves nothing, although it may have changed since it was saved.
  const blocker = useBlocker(
    ({ action, pathname }) => unsaved.current && !(action === 'REPLACE' && pathname === own.current),
  );
  const postId = query.get('post') ?? undefined;
  const begunIn = begun.get(id ?? '');
  const composer = begunIn ?? id ?? visit;
  // Until it is known: what the URL says.
  const { post = postId, gone } = (opened?.composer === composer && opened.found) || {};
  // Of a coming date of a series: the post that it has now.
  const edited = typeof post === 'object' ? (post?.id ?? postId) : post;
  const [isChange, isNew] = [Boolean(post), Boolean(gone)];
  const source = {
    // Read once, when the composer is opened: also when a person comes back to a draft that was begun here.
    compositionId: id,
    postId,
    scope: query.get('scope') ?? undefined,
    copyId: query.get('copy') ?? undefined,
    date: query.get('date') ?? undefined,
    channelId: query.get('channel') ?? undefined,
    free: query.has('free'),
  };
  return (
    <PageLayout
      width="wide"
      title={isChange ? text.edit : isNew || !id || begunIn ? text.new : text.draft}
      actions={<div ref={setBar} className={classes.bar} />}
    >
      <Composer
        key={composer}
        source={source}
        onOpened={(found) => setOpened({ composer, found })}
        bar={bar}
        shared={query.get('shared') ?? undefined}
        onBegun={(made) => {
          // The URL follows a moment later: until then the composer is known by the one before.
          setBegun(
            (all) => new Map([...all, ...(id ? [[id, composer] as const] : []), [made, composer] as const]),
          );
          own.current = `/compose/${made}`;
          void navigate(own.current, { replace: true, preventScrollReset: true });
        }}
        onAgain={() => void navigate('/compose')}
        onUnsaved={(now) => {
          unsaved.current = now;
        }}
        onDone={() => void navigate(postId ? `/posts/${edited}` : '/', { replace: postId !== undefined })}
      />
      {blocker.isAsking && <LeaveDialog onStay={blocker.stay} onLeave={blocker.leave} />}
    </PageLayout>
  );
}
