import { Anchor, Button, Group, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useLive } from '../../api/live.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { LoadingRows } from '../../components/loading.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { compose } from '../../components/places.ts';
import { strings } from '../../strings/index.ts';
import { DraftMenu } from './draft-menu.tsx';
import { DraftRow } from './draft-row.tsx';
import classes from './home.module.css';
import { ASK_EVERY_MS, useList } from './use-list.ts';

const text = strings.drafts;

/** All drafts that are begun, the one that was saved last first. */
export default function DraftsPage() {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 200);
  const created = useList({ show: 'drafts', limit: 1 });
  const total = created.data?.total ?? 0;
  return (
    <PageLayout
      title={text.title}
      width="wide"
      actions={
        <Button component={Link} to={compose.to} leftSection={<Icon name="plus" size={18} />}>
          {compose.label}
        </Button>
      }
    >
      <Stack gap="lg">
        <TextInput
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          leftSection={<Icon name="search" size={18} />}
          maxLength={200}
          maw={420}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <FoundDrafts key={settled} search={settled} />
        {total > 0 && (
          <Anchor component={Link} to="/?show=drafts" size="sm">
            {text.created(total)}
          </Anchor>
        )}
      </Stack>
    </PageLayout>
  );
}

/** What matches, a page at a time. */
function FoundDrafts({ search }: { search: string }) {
  const [page, setPage] = useState(0);
  const often = { refetchInterval: useLive(ASK_EVERY_MS) };
  const channels = api.useQuery('get', '/integrations', {}, often);
  const { data, error } = api.useQuery(
    'get',
    '/compositions',
    { params: { query: { page, ...(search ? { search } : {}) } } },
    { ...often, placeholderData: keepPreviousData },
  );
  if (error) return <ErrorAlert error={error} />;
  if (!data) return <LoadingRows rows={5} height={64} />;
  const drafts = data.compositions;
  if (!drafts.length && page === 0) {
    return search ? (
      <EmptyState title={text.nothing} help={text.nothingHelp} picture="search" />
    ) : (
      <EmptyState title={text.empty} help={text.emptyHelp} picture="pencil" />
    );
  }
  return (
    <>
      <VisuallyHidden role="status">{text.shown(drafts.length)}</VisuallyHidden>
      <ul className={classes.list} aria-label={text.title}>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} composition={draft} channels={channels.data ?? []}>
            <DraftMenu draft={draft} />
          </DraftRow>
        ))}
      </ul>
      {(page > 0 || data.hasMore) && (
        <Group justify="space-between">
          <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {text.newer}
          </Button>
          <Button variant="default" disabled={!data.hasMore} onClick={() => setPage(page + 1)}>
            {text.older}
          </Button>
        </Group>
      )}
    </>
  );
}
