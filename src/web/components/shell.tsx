import { Anchor } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../api/session.ts';
import { speakEverywhere, strings } from '../strings/index.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { latePart } from './late-part.tsx';
import { Loading } from './loading.tsx';
import classes from './shell.module.css';
import { SideBar } from './side-bar.tsx';
import { StatusBanners } from './status-banners.tsx';
import { TemporalLine } from './temporal-line.tsx';

/**
 * Keys follow the first page, with the texts of the others; without them, every page still has its
 * buttons.
 */
const Keys = latePart(
  async () => {
    await speakEverywhere();
    return import('./keys.tsx');
  },
  { instead: () => null },
);

/** Without an entry in the history: Back would lead to the same page once more. */
function skipToContent(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/**
 * The navigation and the page beside it: a bar at the side, on a phone one at the bottom. A person who is not
 * signed in is asked to, and comes back.
 */
export default function Shell() {
  const { me, error } = useSession();
  const location = useLocation();
  if (error) return <ErrorAlert error={error} />;
  if (me === undefined) return <Loading />;
  if (me === null) {
    return (
      <Navigate replace to={`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`} />
    );
  }
  return (
    <div className={classes.frame}>
      <Anchor href="#content" className="skip-link" onClick={skipToContent}>
        {strings.common.skipToContent}
      </Anchor>
      <Keys me={me} />
      <SideBar me={me} />
      <div className={classes.column}>
        <ConnectionBanner />
        <StatusBanners me={me} />
        <TemporalLine />
        {/* Pages keep old data while they refetch; the key stops that from crossing organisations. */}
        <Outlet key={me.organization?.id} context={me} />
      </div>
      <BottomBar me={me} />
    </div>
  );
}
