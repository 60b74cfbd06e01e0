import { useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { useLive } from '../../api/live.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { LoadingRows } from '../../components/loading.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { PageState } from '../../components/page-state.tsx';
import { useZone } from '../../format/date-time.tsx';
import { days, endOf } from '../../format/days.ts';
import { strings } from '../../strings/index.ts';
import { Agenda } from './agenda.tsx';
import { Drafts } from './drafts.tsx';
import { Filters, readFilters } from './filters.tsx';
import { FoundPosts } from './found-posts.tsx';
import { NeedsYou } from './needs-you.tsx';
import { ASK_EVERY_MS, useList } from './use-list.ts';
import { WelcomePosts } from './welcome-posts.tsx';
import { RecentlyPublished } from './recently-published.tsx';

const SHOWN = { attention: 5, coming: 50, out: 6, drafts: 4 } as const;

/**
 * The home page: what needs attention, today and tomorrow, what was published, and drafts; or search results.
 */
export default function HomePage() {
  const [search] = useSearchParams();
  const filters = readFilters(search);
  const searched = Object.values(filters).some(Boolean);
  return (
    <PageLayout title={strings.posts.title} width="wide">
      <PageState />
      <Filters />
      {searched ? <FoundPosts key={search.toString()} filters={filters} /> : <Overview />}
    </PageLayout>
  );
}

function Overview() {
  const zone = useZone();
  const [today = '', tomorrow = ''] = days(zone, 2);
  const attention = useList({ show: 'attention', limit: SHOWN.attention });
  const coming = useList({ show: 'upcoming', to: endOf(tomorrow, zone), limit: SHOWN.coming });
  const out = useList({ show: 'out', limit: SHOWN.out });
  const drafts = useList({ show: 'drafts', limit: SHOWN.drafts });
  const later = useList({ show: 'all', limit: 1 });
  const often = { refetchInterval: useLive(ASK_EVERY_MS) };
  const channels = api.useQuery('get', '/integrations', {}, often);
  const begun = api.useQuery('get', '/compositions', {}, often);
  const error = attention.error ?? coming.error ?? out.error;
  if (error) return <ErrorAlert error={error} />;
  if (!attention.data || !coming.data || !out.data || !later.data) {
    return <LoadingRows rows={4} height={88} />;
  }
  const disconnected = (channels.data ?? []).filter((one) => one.refreshNeeded && !one.disabled);
  const compositions = begun.data?.compositions ?? [];
  const isNew = later.data.total + compositions.length === 0;
  return (
    <>
      <NeedsYou list={attention.data} disconnected={disconnected} />
      {isNew ? (
        <WelcomePosts />
      ) : (
        <>
          <Agenda list={coming.data} today={today} tomorrow={tomorrow} />
          <RecentlyPublished list={out.data} />
          {drafts.data && (
            <Drafts compositions={compositions} channels={channels.data ?? []} list={drafts.data} />
          )}
        </>
      )}
    </>
  );
}
