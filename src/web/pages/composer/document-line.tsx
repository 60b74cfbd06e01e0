import { strings } from '../../strings/index.ts';
import type { UploadedFile } from './composer-state.ts';

/** What stands for a PDF: its name, and its pages where they are known. */
export function DocumentLine({ file: { name, pages } }: { file: UploadedFile }) {
  return (
    <span>
      <bdi className="any-text">{name}</bdi>
      {pages ? ` · ${strings.media.pages(pages)}` : ''}
    </span>
  );
}
