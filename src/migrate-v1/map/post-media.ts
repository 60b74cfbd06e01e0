/** The files of a part of a post of v1. */
import type { namedMedia } from '../../../providers/_kit/settings-media.ts';
import { idHere } from '../id-here.ts';
import { webUrl } from '../../platform/web-url.ts';
import type { SourceRow } from '../source/open-source.ts';
import type { Noted, References } from './references.ts';
import { isRecord, jsonOf, textOf } from './values.ts';

/** A file as v1 names it: by its id, its path, or both; `thumbnailTimestamp` in milliseconds. */
export interface NamedFile {
  readonly id?: string;
  readonly path?: string;
  readonly alt?: string;
  readonly thumbnail?: string;
  readonly thumbnailTimestamp?: number;
}

/**
 * `image` is an array of objects, of URLs, or one object. From v1.65.7 on an object may have `thumbnail`
 * (the URL of a picture) and `thumbnailTimestamp` (milliseconds into the video; media.dto.ts).
 */
export function filesOf(image: unknown): { readonly files: readonly NamedFile[]; readonly broken: boolean } {
  const { value, broken } = jsonOf(image);
  const list: unknown[] = Array.isArray(value) ? value : value === null ? [] : [value];
  const files = list.map((entry): NamedFile => {
    const { id, path, alt, thumbnail, thumbnailTimestamp } = isRecord(entry)
      ? entry
      : ({ path: entry } as Record<string, unknown>);
    return {
      ...(textOf(id) ? { id: textOf(id) } : {}),
      ...(textOf(path) ? { path: textOf(path) } : {}),
      ...(typeof alt === 'string' ? { alt: textOf(alt) } : {}),
      ...(textOf(thumbnail) ? { thumbnail: textOf(thumbnail) } : {}),
      ...(typeof thumbnailTimestamp === 'number' && thumbnailTimestamp > 0 ? { thumbnailTimestamp } : {}),
    };
  });
  return { files, broken };
}

/**
 * `references`: what v1 knows of them; a file that is named by its id alone is looked up there, as v1 does.
 */
export function mediaOf(
  { sourceId, references }: { readonly sourceId: string; readonly references?: References },
  row: SourceRow,
  noted: Noted,
): Record<string, unknown>[] {
  const { files, broken } = filesOf(row.image);
  if (broken) noted.problems.push('its list of media could not be read');
  return files.flatMap((named) => {
    const { id, path, alt } = named;
    // A path, or a URL: of v1 itself or of another server. Others are scripts, or files of a machine.
    if (path && /^\s*[a-z][a-z0-9+.-]*:/i.test(path) && !webUrl(path)) {
      noted.problems.push('a file of it has a URL that is neither http:// nor https://');
      noted.missing.push({ file: path });
      return [];
    }
    const known = references?.file(named);
    const place = known?.url ?? path ?? known?.path;
    if (!place) {
      if (id) {
        noted.problems.push('a file of it is named by an id that v1 does not have');
        noted.missing.push({ file: `with the id ${id}` });
      }
      return [];
    }
    if (references && !known?.url) {
      noted.waits = true;
      noted.missing.push({ file: place });
    }
    return [
      {
        id: idHere(sourceId, 'media', known?.id ?? id ?? place),
        path: place,
        ...(alt === undefined ? {} : { alt }),
        ...thumbnailOf({ sourceId, references }, named, noted),
      },
    ];
  });
}

/**
 * Files that the settings name, as a thumbnail of YouTube: none of them may be missing when a post is sent.
 */
export function noteSettingsMedia(
  references: References,
  named: ReturnType<typeof namedMedia>,
  noted: Noted,
): void {
  for (const [setting, { id, path }] of named) {
    if (references.file({ ...(id ? { id } : {}), path })?.url) continue;
    noted.waits = true;
    noted.missing.push({ file: path, setting });
  }
}

/** What stands for a video, as a post here names it. A picture that was not copied is none. */
function thumbnailOf(
  { sourceId, references }: { readonly sourceId: string; readonly references?: References },
  { thumbnail, thumbnailTimestamp }: NamedFile,
  noted: Noted,
): Record<string, unknown> {
  const moment =
    thumbnailTimestamp === undefined ? {} : { thumbnailTimestamp: Math.round(thumbnailTimestamp) };
  if (!thumbnail) return moment;
  const known = references?.file({ path: thumbnail });
  if (!known) {
    noted.problems.push(
      'the thumbnail of a video of it is not in the library of v1: the network chooses one',
    );
    return moment;
  }
  if (!known.url) {
    noted.waits = true;
    noted.problems.push(
      'the thumbnail of a video of it was not copied: until it is, the network chooses one',
    );
    return moment;
  }
  return { ...moment, thumbnail: { id: idHere(sourceId, 'media', known.id), path: known.url } };
}
