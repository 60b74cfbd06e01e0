/** A backup that cannot be made or restored. `code` is stable; the message explains what to do. */
export class BackupError extends Error {
  readonly code:
    | 'backup_not_readable'
    | 'backup_damaged'
    | 'backup_newer'
    | 'database_not_empty'
    | 'database_newer'
    | 'key_missing'
    | 'file_exists'
    | 'folder_not_found'
    | 'folder_not_writable';

  constructor(code: BackupError['code'], message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BackupError';
    this.code = code;
  }
}
