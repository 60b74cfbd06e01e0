import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
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

const text = strings.home;
const SHOWN = { attention: 5, day: 6, out: 6, drafts: 4 } as const;

const Waiting = () => <LoadingRows rows={4} height={88} />;
const FiltersToCome = () => <div className={classes.filtersToCome} />;
const fetchPosts = () => import('./posts.tsx');
const HomePosts = latePart(fetchPosts, { meanwhile: Waiting });
const FoundPosts = latePart(() => import('./found-posts.tsx'), { meanwhile: Waiting });
/** After the posts, which can be read without it. */
const Filters = latePart(
  async () => {
    await fetchPosts();
    return import('./filters.tsx');
  },
  { meanwhile: FiltersToCome },
);

/**
 * The home page: what needs attention, today and tomorrow, what was published, and drafts; or search results.
 */
export default function HomePage() {
  const [search] = useSearchParams();
  const filters = readFilters(search);
  const searched = Object.values(filters).some(Boolean);
  const lists = useLists(!searched);
  // Once they are there they stay: a person may be typing in them.
  const [hasFilters, setHasFilters] = useState(searched);
  if (!hasFilters && (searched || lists.isNew === false)) setHasFilters(true);
  return (
    <PageLayout title={strings.posts.title} width="wide">
      <PageState />
      {hasFilters ? <Filters /> : !lists.isNew && <FiltersToCome />}
      {searched ? <FoundPosts key={search.toString()} filters={filters} /> : <Overview lists={lists} />}
    </PageLayout>
  );
}

/** `isNew`: whether there is no post and no draft; undefined until it is known. */
function useLists(enabled: boolean) {
  const zone = useZone();
  const [today = '', tomorrow = ''] = days(zone, 2);
  const refetchInterval = useLive(ASK_EVERY_MS);
  const attention = useList({ show: 'attention', limit: SHOWN.attention }, enabled);
  const [endOfToday, endOfTomorrow] = [endOf(today, zone), endOf(tomorrow, zone)];
  const onDay = { show: 'upcoming', limit: SHOWN.day } as const;
  const dueToday = useList({ ...onDay, to: endOfToday }, enabled);
  const dueTomorrow = useList({ ...onDay, from: justAfter(endOfToday), to: endOfTomorrow }, enabled);
  const out = useList({ show: 'out', limit: SHOWN.out }, enabled);
  const drafts = useList({ show: 'drafts', limit: SHOWN.drafts }, enabled);
  const begun = api.useQuery('get', '/compositions', {}, { enabled, refetchInterval });
  const compositions = begun.data?.compositions ?? [];
  const known = [attention, dueToday, dueTomorrow, out, drafts].map(({ data }) => data?.total);
  const hasShown = compositions.length > 0 || known.some(Boolean);
  // Posts can be elsewhere: cancelled, or due later. That is asked of those who seem to have none.
  const all = useList({ show: 'all', limit: 1 }, enabled && !hasShown && !known.includes(undefined));
  const isNew = hasShown ? false : all.data && all.data.total === 0;
  return { attention, dueToday, dueTomorrow, out, drafts, compositions, isNew, today, tomorrow };
}

const justAfter = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString();

function Overview({ lists }: { readonly lists: ReturnType<typeof useLists> }) {
  const { attention, dueToday, dueTomorrow, out, drafts, compositions, isNew, today, tomorrow } = lists;
  const channels = api.useQuery('get', '/integrations', {}, { refetchInterval: useLive(ASK_EVERY_MS) });
  const error = attention.error ?? dueToday.error ?? dueTomorrow.error ?? out.error;
  if (error) return <ErrorAlert error={error} />;
  if (!attention.data || !dueToday.data || !dueTomorrow.data || !out.data || isNew === undefined) {
    return <Waiting />;
  }
  const disconnected = (channels.data ?? []).filter((one) => one.refreshNeeded && !one.disabled);
  const shown = isNew
    ? undefined
    : {
        agenda: [
          { title: text.today, day: today, list: dueToday.data, empty: text.nothingToday },
          { title: text.tomorrow, day: tomorrow, list: dueTomorrow.data, empty: text.nothingTomorrow },
        ],
        published: { list: out.data },
        drafts: drafts.data && { compositions, channels: channels.data ?? [], list: drafts.data },
      };
  return (
    <>
      {(shown || disconnected.length > 0) && (
        <HomePosts needs={{ list: attention.data, disconnected }} lists={shown} />
      )}
      {isNew && <WelcomePosts />}
    </>
  );
}
