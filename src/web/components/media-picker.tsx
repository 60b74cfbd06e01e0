import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { strings } from '../strings/index.ts';
import { Dialog } from './dialog.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { Icon } from './icon.tsx';
import { LibraryFilters } from './library-filters.tsx';
import { LoadingRows } from './loading.tsx';
import { ACCEPTED } from './media-types.ts';
import { MediaGrid } from './media-grid.tsx';
import { UploadList } from './upload-list.tsx';
import { EVERYTHING, useLibrary, type LibraryFile } from './use-library.ts';
import { useUploads } from './use-uploads.ts';

const text = strings.media;

interface MediaPickerProps {
  readonly opened: boolean;
  onClose(): void;
  /** The files that were chosen, in the order in which they were. */
  onPick(files: readonly LibraryFile[]): void;
  /** Whether several can be chosen; default: one, which is picked by pressing it. */
  readonly multiple?: boolean;
}

/** A dialog that chooses files of the media library; new ones can be uploaded in it. */
export function MediaPicker({ opened, onClose, onPick, multiple = false }: MediaPickerProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.picker.title} size="xl">
      <Picker
        multiple={multiple}
        onPick={(files) => {
          onPick(files);
          onClose();
        }}
      />
    </Dialog>
  );
}

function Picker({ multiple, onPick }: { multiple: boolean; onPick(files: readonly LibraryFile[]): void }) {
  const [filter, setFilter] = useState(EVERYTHING);
  const [settled] = useDebouncedValue(filter, 200);
  const [chosen, setChosen] = useState<readonly LibraryFile[]>([]);
  const { files, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useLibrary(settled);
  const { uploads, add, retry, dismiss } = useUploads();
  const press = (file: LibraryFile): void => {
    if (!multiple) return onPick([file]);
    setChosen((all) =>
      all.some(({ id }) => id === file.id) ? all.filter(({ id }) => id !== file.id) : [...all, file],
    );
  };
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <LibraryFilters filter={filter} onChange={setFilter} />
        <UploadButton onFiles={add} />
      </Group>
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      <ErrorAlert error={error} />
      {!files && !error && <LoadingRows />}
      {files?.length === 0 && <EmptyState title={text.nothing} help={text.dropHelp} picture="photo" />}
      {files && files.length > 0 && (
        <MediaGrid files={files} chosen={chosen.map(({ id }) => id)} onPress={press} />
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.more}
        </Button>
      )}
      {multiple && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {text.picker.hint}
          </Text>
          <Button disabled={chosen.length === 0} onClick={() => onPick(chosen)}>
            {text.picker.use(chosen.length)}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Chooses files of this device. */
export function UploadButton({ onFiles }: { onFiles(files: File[]): void }) {
  return (
    <FileButton multiple accept={ACCEPTED} onChange={onFiles}>
      {(button) => (
        <Button {...button} leftSection={<Icon name="upload" size={18} />}>
          {text.upload}
        </Button>
      )}
    </FileButton>
  );
}
