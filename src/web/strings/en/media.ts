/** The media library, as a page and as a dialog of the composer. */
import type { Said } from '../said.ts';

export const media = {
  title: 'Media',
  upload: 'Upload',
  drop: 'Drop to upload',
  dropHelp: 'Pictures up to 10 MB, MP4 and MOV videos up to 1 GB, PDF up to 100 MB',
  search: 'Search names and alt texts',
  kinds: { label: 'Kind', all: 'All', image: 'Pictures', video: 'Videos', document: 'PDF' },
  unused: 'Not used',
  empty: 'Your pictures and videos live here',
  emptyHelp: 'Upload once, use in any post. Drop files anywhere on this page, or choose them.',
  nothing: 'Nothing found',
  nothingHelp: 'No file has this in its name or alt text.',
  more: 'Show more',
  loaded: (count: number): string => `${count} ${count === 1 ? 'file' : 'files'} shown`,
  noAlt: 'No alt text',
  uses: (posts: number, drafts: number): string =>
    [
      ...(posts === 0 ? [] : [`In ${posts} ${posts === 1 ? 'post' : 'posts'}`]),
      ...(drafts === 0 ? [] : [`In ${drafts} ${drafts === 1 ? 'draft' : 'drafts'}`]),
    ].join(', ') || 'Not used',
  refused: (count: number): string => `Not for ${count} ${count === 1 ? 'network' : 'networks'}`,
  refusedBy: 'Networks that cannot take it',
  refusal: (network: string, reasons: readonly Said[]): string =>
    `${network} ${reasons.map(({ message }) => message).join('; ')}`,
  reach: {
    title: (networks: readonly string[]): string => `${networks.join(', ')} cannot fetch your files`,
    thisMachine: 'this machine',
    private: (url: string): string => `They fetch files from ${url}, which is not a public https URL.`,
    refused: (url: string, status: number | null): string =>
      `${url} responds with ${status} instead of the file.`,
    different: (url: string): string => `${url} responds, but not with the whole file.`,
    unreachable: (url: string): string => `${url} is not responding.`,
    fix: 'Posts with files would fail there; posts without are published. The operator can find out more with "npm run crier -- doctor".',
  },
  pixels: (width: number, height: number): string => `${width} × ${height}`,
  pages: (n: number): string => (n === 1 ? '1 page' : `${n} pages`),
  uploads: {
    label: 'Uploads',
    done: 'Uploaded',
    failed: 'Not uploaded',
    cancel: (name: string): string => `Cancel ${name}`,
    retry: 'Try again',
    dismiss: (name: string): string => `Dismiss ${name}`,
    progress: (name: string): string => `Progress of ${name}`,
    unreachable: 'The connection was lost. The file is still here.',
    tooLarge:
      'Something between this browser and Crier, such as a proxy, refuses files of this size. Its operator can raise the limit.',
  },
  file: {
    name: 'Name',
    alt: 'Alt text',
    altHelp: 'Describes the file for people who cannot see it. Used where a post has none of its own.',
    facts: 'About this file',
    type: 'Type',
    size: 'Size',
    sides: 'Dimensions',
    pages: 'Pages',
    length: 'Length',
    uploaded: 'Uploaded',
    usedIn: 'Used in',
    usedNowhere: 'No post and no draft uses it.',
    draft: 'Draft',
    open: 'Open the file',
    remove: 'Delete',
    removeQuestion: (name: string): string => `Delete ${name}?`,
    removeHelp: 'The file is deleted permanently. Published posts stay as they are on their networks.',
    inDraft: (count: number): string =>
      `${count} ${count === 1 ? 'draft uses' : 'drafts use'} it, so it cannot be deleted.`,
    inUse: (count: number): string =>
      `${count} ${count === 1 ? 'post that is' : 'posts that are'} not published yet ${count === 1 ? 'uses' : 'use'} it, so it cannot be deleted.`,
  },
  picker: {
    title: 'Choose from the library',
    use: (count: number): string => (count <= 1 ? 'Use' : `Use ${count}`),
    hint: 'Choose one or several files',
  },
} as const;
