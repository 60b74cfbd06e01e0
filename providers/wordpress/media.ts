/** Files in the site's media library (developer.wordpress.org/rest-api/reference/media). */
import type { MediaFile, ProviderContext } from '../_kit/contract.ts';
import { uploadMs } from '../_kit/bounds.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { call, type Site } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const ROUTE = '/wp/v2/media';

export interface LibraryFile {
  readonly id: number;
  readonly source_url: string;
  readonly alt_text?: string;
}

/** A file, and its slug in the library. */
interface NamedFile {
  readonly file: MediaFile;
  readonly slug: string;
}

/**
 * Adds a file with its alternative text to the library, unless there is one with this slug. (If two uploads
 * overlap, there is a second copy with the slug `…-2`, which is not used.)
 */
export async function ensureInLibrary(
  site: Site,
  { file, slug }: NamedFile,
  ctx: ProviderContext,
): Promise<LibraryFile> {
  const { body: known } = await call<LibraryFile[]>(site, ctx, ROUTE, {
    query: { slug, orderby: 'id', order: 'asc', per_page: 1 },
  });
  const found = known[0] ?? (await upload(site, { file, slug }, ctx));
  if (!Number.isInteger(found.id) || !found.source_url) {
    throw new OutcomeUnknown(answeredWithout('The site', 'the URL of the uploaded file'));
  }
  // Not part of the upload, where it could make the URL too long. So it may be missing after a crash.
  if ((found.alt_text ?? '') !== file.alt) {
    await call(site, ctx, `${ROUTE}/${found.id}`, { method: 'POST', json: { alt_text: file.alt } });
  }
  return found;
}

async function upload(site: Site, { file, slug }: NamedFile, ctx: ProviderContext): Promise<LibraryFile> {
  const { body } = await call<LibraryFile>(site, ctx, ROUTE, {
    method: 'POST',
    query: { slug },
    body: await file.blob(),
    timeoutMs: uploadMs(file.size),
    headers: {
      'content-type': file.mime,
      'content-disposition': `attachment; filename="${file.fileName.replaceAll(/[^\w.-]/g, '_')}"`,
    },
  });
  return body;
}

/**
 * Themes made of blocks load the style that keeps a file within its column only for blocks of their
 * editor.
 */
const WITHIN = 'style="max-width:100%;height:auto"';

/** The HTML of files below the text, with the classes of WordPress's own blocks, which themes support. */
export function toFigures(
  files: readonly { readonly file: MediaFile; readonly inLibrary: LibraryFile }[],
): string {
  return files
    .map(({ file, inLibrary: { id, source_url: url } }) => {
      const alt = escape(file.alt);
      const src = escape(url);
      const label = alt ? ` aria-label="${alt}"` : '';
      const [block, media] =
        file.kind === 'video'
          ? ['wp-block-video', `<video controls src="${src}"${label} ${WITHIN}></video>`]
          : [
              'wp-block-image size-full',
              `<img src="${src}" alt="${alt}" class="wp-image-${id}" ${WITHIN} />`,
            ];
      return `\n\n<figure class="${block}">${media}</figure>`;
    })
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
