import { MediaPicker } from '../../components/media-picker.tsx';
import type { Part } from './composer-state.ts';
import { useComposer } from './composer-context.ts';
import { toFile } from './uploaded-file.ts';

/** Files of the library for a part, with the descriptions that they have there. */
export default function LibraryPicker({ part, onClose }: { part: Part; onClose(): void }) {
  const { dispatch } = useComposer();
  return (
    <MediaPicker
      opened
      multiple
      onClose={onClose}
      onPick={(files) => {
        for (const file of files) {
          const added = toFile({ ...file, type: file.mime });
          dispatch({ type: 'media-added', part: part.id, file: added, alt: file.alt ?? '' });
        }
      }}
    />
  );
}
