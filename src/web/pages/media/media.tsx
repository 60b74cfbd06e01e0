import { Button, Center, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { LibraryFilters } from '../../components/library-filters.tsx';
import { LoadingRows } from '../../components/loading.tsx';
import { MediaGrid } from '../../components/media-grid.tsx';
import { UploadButton } from '../../components/media-picker.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { UploadList } from '../../components/upload-list.tsx';
import { EVERYTHING, useLibrary } from '../../components/use-library.ts';
import { useUploads } from '../../components/use-uploads.ts';
import { mediaTags } from '../../strings/media-tags.ts';
import { strings } from '../../strings/index.ts';
import { FileDialog } from './file-dialog.tsx';
import classes from './media.module.css';
import { ReachAlert } from './reach-alert.tsx';
import { TagBar } from './tag-bar.tsx';
import { useFileDrop } from './use-file-drop.ts';

const text = strings.media;

/** The media library: files with what they are used for, and a place to drop new ones. */
export default function MediaPage() {
  const [filter, setFilter] = useState(EVERYTHING);
  const [settled] = useDebouncedValue(filter, 200);
  const [open, setOpen] = useState<string | null>(null);
  /** Ids of files that are chosen; null while files are opened instead. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { files, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useLibrary(settled);
  const { uploads, add, retry, dismiss } = useUploads();
  const dragging = useFileDrop(add);
  const isFiltered =
    settled.search.trim() !== '' || settled.kind !== 'all' || settled.unused || settled.tag !== '';
  const press = ({ id }: { readonly id: string }): void => {
    if (!chosen) setOpen(id);
    else setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  return (
    <PageLayout
      title={text.title}
      width="wide"
      actions={
        <Group gap="sm">
          <Button
            variant="default"
            aria-pressed={chosen !== null}
            onClick={() => setChosen(chosen ? null : [])}
          >
            {chosen ? mediaTags.done : mediaTags.select}
          </Button>
          <UploadButton onFiles={add} />
        </Group>
      }
    >
      <Stack gap="lg">
        <ReachAlert />
        <LibraryFilters filter={filter} onChange={setFilter} withUnused />
        <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
        <ErrorAlert error={error} />
        {!files && !error && <LoadingRows rows={2} height={180} />}
        {files?.length === 0 && <Nothing filtered={isFiltered} onFiles={add} />}
        {chosen && <TagBar chosen={chosen} />}
        {files && files.length > 0 && (
          <MediaGrid files={files} {...(chosen ? { chosen } : {})} onPress={press} />
        )}
        <VisuallyHidden role="status">{files ? text.loaded(files.length) : ''}</VisuallyHidden>
        {hasNextPage && (
          <Center>
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {text.more}
            </Button>
          </Center>
        )}
      </Stack>
      {dragging && <DropHint />}
      <FileDialog id={open} onClose={() => setOpen(null)} />
    </PageLayout>
  );
}

function Nothing({ filtered, onFiles }: { filtered: boolean; onFiles(files: File[]): void }) {
  return filtered ? (
    <EmptyState title={text.nothing} help={text.nothingHelp} picture="search" />
  ) : (
    <EmptyState
      title={text.empty}
      help={text.emptyHelp}
      picture="photo-plus"
      action={<UploadButton onFiles={onFiles} />}
    />
  );
}

/** Covers the window while files are dragged over it. */
function DropHint() {
  return (
    <div className={classes.drop} aria-hidden>
      <div className={classes.dropBox}>
        <Icon name="upload" size={36} />
        <Text fw={650} size="lg">
          {text.drop}
        </Text>
        <Text size="sm">{text.dropHelp}</Text>
      </div>
    </div>
  );
}
