/** What the text, the settings and the files of a post of v1 refer to, as it is called here. */
import { webUrl } from '../../platform/web-url.ts';

/** Another post of the organisation, by its id in v1. */
export interface LinkedInV1 {
  readonly url: string;
  /** Its id here, where it is copied and may get a URL. */
  readonly idHere: string | null;
}

/**
 * A file that v1 knows, or that was taken for the post itself. `path`: in v1. `url`: here, once it is copied.
 */
export interface FileInV1 {
  readonly id: string;
  readonly path: string;
  readonly url: string | null;
}

/** Under what the thumbnail of a file of v1 is known, which has no id there. */
export const thumbnailId = (id: string): string => `${id}/thumbnail`;

/** What the records of a batch refer to. */
export interface References {
  post(id: string): LinkedInV1 | undefined;
  file(named: { readonly id?: string; readonly path?: string }): FileInV1 | undefined;
}

/** As v1 finds them (posts.service.ts, updateTags; the same in v1.0.0, v2.11.3 and v2.23.0). */
const LINK = /\(post:([a-zA-Z0-9-_]+)\)/g;
const WEB_URL = /https?:\/\/[^\s"'<>()[\]\\]+/gi;

/** Ids of the posts that a text links to. */
export const linksIn = (text: string): string[] => [...text.matchAll(LINK)].map(([, id = '']) => id);
/** URLs in a text or a JSON, as they stand there. */
export const urlsIn = (text: string): string[] => [...text.matchAll(WEB_URL)].map(([url]) => url);

/** A file that a post names and that is not here. `setting`: the setting that names it; else a part does. */
export interface MissingFile {
  readonly file: string;
  readonly setting?: string;
}

/**
 * What else is known of a post: `problems` to report, `missing` files without which it would fail at its date
 * or be published incomplete, `waits` when a file of it may be copied yet.
 */
export interface Noted {
  readonly problems: string[];
  readonly missing: MissingFile[];
  waits: boolean;
}

/**
 * A text with our names: `(post:<id>)` becomes the URL of a post that is published, or the link to it here,
 * and nothing where v1 knows no such post, as v1 does it itself (updateTags: the first URL of several,
 * else nothing). URLs of files that were copied become ours.
 */
export function withOurNames(references: References, text: string, noted: Noted): string {
  return text
    .replaceAll(LINK, (_, id: string) => {
      const post = references.post(id);
      const url = webUrl(post?.url.split(',')[0]);
      if (url) return URL.parse(url)?.href ?? '';
      if (post?.idHere) return `(post:${post.idHere})`;
      noted.problems.push('it links to a post that v1 does not have: the link is left out');
      return '';
    })
    .replaceAll(WEB_URL, (url) => {
      const file = references.file({ path: url });
      if (file && !file.url) {
        noted.waits = true;
        noted.problems.push(`its text names ${url}, which was not copied: the URL stays that of v1`);
      }
      return file?.url ?? url;
    });
}

/** The same in all texts of a value, at any depth. */
export function valueWithOurNames<T>(references: References, value: T, noted: Noted): T {
  if (typeof value === 'string') return withOurNames(references, value, noted) as T;
  if (Array.isArray(value)) {
    return value.map((one: unknown) => valueWithOurNames(references, one, noted)) as T;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, valueWithOurNames(references, one as unknown, noted)]),
  ) as T;
}
