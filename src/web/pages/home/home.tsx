import { useSearchParams } from 'react-router';
import { api, type Answer } from '../../api/client.ts';
import { useLive } from '../../api/live.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { latePart } from '../../components/late-part.tsx';
import { LoadingRows } from '../../components/loading.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { PageState } from '../../components/page-state.tsx';
import { useZone } from '../../format/date-time.tsx';
import { days, endOf } from '../../format/days.ts';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import { readFilters } from './read-filters.ts';
import { ASK_EVERY_MS, useList } from './use-list.ts';
import { WelcomePosts } from './welcome-posts.tsx';

const SHOWN = { attention: 5, coming: 50, out: 6, drafts: 4 } as const;

const Waiting = () => <LoadingRows rows={4} height={88} />;
const FiltersToCome = () => <div className={classes.filtersToCome} />;
const Filters = latePart(() => import('./filters.tsx'), { meanwhile: FiltersToCome });
const FoundPosts = latePart(() => import('./found-posts.tsx'), { meanwhile: Waiting });
const HomePosts = latePart(() => import('./posts.tsx'), { meanwhile: Waiting });

/**
 * The home page: what needs attention, today and tomorrow, what was published, and drafts; or search results.
 */
export default function HomePage() {
  const [search] = useSearchParams();
  const filters = readFilters(search);
  const searched = Object.values(filters).some(Boolean);
  const all = useList({ show: 'all', limit: 1 });
  const begun = api.useQuery('get', '/compositions', {}, { refetchInterval: useLive(ASK_EVERY_MS) });
  const compositions = begun.data?.compositions ?? [];
  const isNew = all.data && all.data.total + compositions.length === 0;
  return (
    <PageLayout title={strings.posts.title} width="wide">
      <PageState />
      {searched || isNew === false ? <Filters /> : !isNew && <FiltersToCome />}
      {searched ? (
        <FoundPosts key={search.toString()} filters={filters} />
      ) : (
        <Overview isNew={isNew} compositions={compositions} />
      )}
    </PageLayout>
  );
}

interface OverviewProps {
  /** Whether there is no post and no draft; undefined until it is known. */
  readonly isNew: boolean | undefined;
  readonly compositions: Answer<'listCompositions'>['compositions'];
}

function Overview({ isNew, compositions }: OverviewProps) {
  const zone = useZone();
  const [today = '', tomorrow = ''] = days(zone, 2);
  const attention = useList({ show: 'attention', limit: SHOWN.attention });
  const coming = useList({ show: 'upcoming', to: endOf(tomorrow, zone), limit: SHOWN.coming });
  const out = useList({ show: 'out', limit: SHOWN.out });
  const drafts = useList({ show: 'drafts', limit: SHOWN.drafts });
  const channels = api.useQuery('get', '/integrations', {}, { refetchInterval: useLive(ASK_EVERY_MS) });
  const error = attention.error ?? coming.error ?? out.error;
  if (error) return <ErrorAlert error={error} />;
  if (!attention.data || !coming.data || !out.data || isNew === undefined) {
    return <Waiting />;
  }
  const disconnected = (channels.data ?? []).filter((one) => one.refreshNeeded && !one.disabled);
  const lists = isNew
    ? undefined
    : {
        agenda: { list: coming.data, today, tomorrow },
        published: { list: out.data },
        drafts: drafts.data && { compositions, channels: channels.data ?? [], list: drafts.data },
      };
  return (
    <>
      {(lists || disconnected.length > 0) && (
        <HomePosts needs={{ list: attention.data, disconnected }} lists={lists} />
      )}
      {isNew && <WelcomePosts />}
    </>
  );
}
