/** An archive that cannot be written or taken in. `code` is stable; the message explains what to do. */
export class ArchiveError extends Error {
  readonly code:
    | 'archive_not_readable'
    | 'archive_damaged'
    | 'archive_invalid'
    | 'archive_newer'
    | 'archive_not_moved'
    | 'passphrase_needed'
    | 'passphrase_wrong'
    | 'organization_exists'
    | 'archive_conflict'
    | 'published_elsewhere'
    | 'publisher_in_doubt'
    | 'posts_under_way'
    | 'not_moved'
    | 'interrupted'
    | 'disk_too_small'
    | 'file_exists'
    | 'folder_not_found'
    | 'folder_not_writable';

  constructor(code: ArchiveError['code'], message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ArchiveError';
    this.code = code;
  }
}
