import { describe, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import { checkFolder, checkSpace } from './check-disk.ts';

describe('doctor', () => {
  it('warns below 1 GB of free space, and fails below 100 MB', () => {
    const folder = { check: 'Disk', path: '/data', variable: 'CRIER_DATA_DIR' };
    expect(checkSpace(folder, 2 * 1024 ** 3)).toMatchObject({ status: 'ok', detail: '2.0 GB free in /data' });
    expect(checkSpace(folder, 500 * 1024 ** 2)).toMatchObject({
      status: 'warn',
      detail: '500 MB free in /data',
    });
    expect(checkSpace(folder, 99 * 1024 ** 2)).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining('CRIER_DATA_DIR'),
    });
    expect(checkFolder({ ...folder, path: tmpdir() })).toMatchObject({
      detail: expect.stringContaining(tmpdir()),
    });
  });
});
