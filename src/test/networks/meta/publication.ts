/** What happens at a Page, and what is live there afterwards. */
import { nextId, type Entry, type Page, type State, type Token } from './state.ts';

/** What a call has besides its fields. */
export interface Request {
  readonly token: Token;
  /** Bytes of the body, or of the file in its form. */
  readonly body: Buffer;
}

/** A call as a Page. */
export type OfPage = Request & { readonly page: Page };

const IMAGES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e],
  [0x47, 0x49, 0x46],
];

/** JPEG, PNG or GIF, by its first bytes. */
export const isImage = (bytes: Buffer): boolean =>
  IMAGES.some((magic) => magic.every((byte, n) => bytes[n] === byte));

/** What is live at a Page. */
export function add(
  state: State,
  page: Page,
  entry: Pick<Entry, 'kind' | 'text' | 'type' | 'files' | 'alts' | 'parent' | 'fields'> & {
    readonly id?: string;
  },
): Entry {
  const own = nextId(state);
  const whole: Entry = {
    code: own,
    owner: page.id,
    network: 'facebook',
    at: state.now().getTime(),
    deleted: false,
    ...entry,
    id: entry.id ?? `${entry.parent?.replace(/^.*_/, '') ?? page.id}_${own}`,
  };
  state.ledger.push(whole);
  return whole;
}
