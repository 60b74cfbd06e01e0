/** The guards of files in a folder and in a bucket. */
import type { Mutant } from './mutant.ts';

const STORE = 'src/platform/media/stores/s3-store.test.ts';
const UPLOADS = 'src/uploads/s3-storage.test.ts';
const COMMAND = 'src/run/cli/storage/storage.test.ts';

export const storageMutants: readonly Mutant[] = [
  {
    id: 'storage/hash-in-folder',
    rule: 'a file of the folder that has changed since it was stored is not sent',
    file: 'src/platform/media/stores/folder-store.ts',
    edits: [['if (sha256 === null) return full(path);', 'return full(path);']],
    tests: ['src/uploads/changed-file.test.ts'],
  },
  {
    id: 'storage/hash-in-bucket',
    rule: 'a file of the bucket that has changed since it was stored is not sent',
    file: 'src/platform/media/stores/spool.ts',
    edits: [['sha256 ? (await hashOfFile(half)) === sha256 :', 'sha256 ? true :']],
    tests: [STORE, UPLOADS],
  },
  {
    id: 'storage/url-of-whole',
    rule: 'a network gets the URL of a file only once its bytes are known to be right',
    file: 'src/platform/media/media-storage.ts',
    edits: [['        await bytes();\n', '']],
    tests: [UPLOADS],
  },
  {
    id: 'storage/bucket-gone',
    rule: 'a bucket that is gone is not taken for a file that is gone',
    file: 'src/platform/media/stores/s3-store.ts',
    edits: [['await client.send(new sdk.HeadBucketCommand({ Bucket }))', 'await Promise.resolve()']],
    tests: [STORE],
  },
  {
    id: 'storage/goes-on',
    rule: 'a file whose connection breaks off is gone on with where it broke',
    file: 'src/platform/media/stores/s3-store.ts',
    edits: [['{ start: at, end: reading.end }', '{ start: 0, end: reading.end }']],
    tests: [STORE],
  },
  {
    id: 'storage/every-page',
    rule: 'a bucket with more files than a page of its list has is read to its end',
    file: 'src/platform/media/stores/s3-store.ts',
    edits: [['ContinuationToken = page.NextContinuationToken;', 'ContinuationToken = undefined;']],
    tests: [STORE],
  },
  {
    id: 'storage/clock-set',
    rule: 'no call to the bucket fails because the clock of this machine was set',
    file: 'src/platform/media/stores/s3-store.ts',
    edits: [['if (tries > 1) repeatOnceClockWasSet(client);', '']],
    tests: ['src/platform/media/stores/s3-clock.test.ts'],
  },
  {
    id: 'storage/no-row-no-object',
    rule: 'an upload whose row cannot be written leaves no file',
    file: 'src/platform/media/media-storage.ts',
    edits: [['      await removed(current, path); // no row, no file\n', '']],
    tests: [UPLOADS],
  },
  {
    id: 'storage/read-back',
    rule: 'a moved file is used from its new place only once that gives it back as it was',
    file: 'src/uploads/move-files.ts',
    edits: [["if (!(await holds(to, row, sha256))) return 'changed';", '']],
    tests: [COMMAND],
  },
  {
    id: 'storage/move-damaged',
    rule: 'a damaged file is not moved as if it were whole',
    file: 'src/uploads/move-files.ts',
    edits: [["if (row.sha256 && row.sha256 !== sha256) return 'damaged';", '']],
    tests: [COMMAND],
  },
  {
    id: 'storage/move-changed',
    rule: 'a picture that is cleaned while it is moved is moved again as it is then',
    file: 'src/uploads/move-files.ts',
    edits: [
      [
        '      and cleaned_at is not distinct from $5::timestamptz\n',
        '      and ($5::text is null or true)\n',
      ],
    ],
    tests: [COMMAND],
  },
  {
    id: 'storage/young-files',
    rule: 'a sweep takes nothing that may belong to an upload or a move that is under way',
    file: 'src/uploads/check-storage.ts',
    edits: [['file.ageMs < (options.minAgeMs ?? DAY_MS)', 'false']],
    tests: [COMMAND],
  },
  {
    id: 'storage/last-copy',
    rule: 'a sweep removes no copy of a file that is not where its row points',
    file: 'src/uploads/check-storage.ts',
    edits: [['row.storage === store.name || !(await isElsewhere(row))', 'row.storage === store.name']],
    tests: [COMMAND],
  },
  {
    id: 'storage/deleted-everywhere',
    rule: 'a deleted file is deleted at the place that it came from, too',
    file: 'src/platform/media/media-storage.ts',
    edits: [['row.movedAt && stores.s3 ? [stores.local, stores.s3] :', 'false ? [] :']],
    tests: [COMMAND],
  },
  {
    id: 'storage/quota',
    rule: 'an organisation stores no more than its plan allows, also with several uploads at once',
    file: 'src/platform/media/storage-quota.ts',
    edits: [['where id = ? for no key update', 'where id = ?']],
    tests: ['src/uploads/storage-quota.test.ts'],
  },
  {
    id: 'storage/direct-length',
    rule: 'the URL for a direct upload takes only a file of the declared length',
    file: 'src/platform/media/stores/s3-store.ts',
    edits: [[', ContentLength: size,', ',']],
    tests: ['src/uploads/direct-upload.test.ts'],
  },
  {
    id: 'storage/direct-own',
    rule: 'a direct upload is completed by its own organisation alone',
    file: 'src/uploads/direct-upload.ts',
    edits: [['row && row.organization !== upload.organizationId', 'false']],
    tests: ['src/uploads/direct-upload.test.ts'],
  },
  {
    id: 'storage/direct-once',
    rule: 'a direct upload is stored once, also by two requests at once',
    file: 'src/uploads/direct-upload.ts',
    edits: [['      if (!(await end(tx, upload.id))) throw wasCompleted();\n', '']],
    tests: ['src/uploads/direct-upload.test.ts'],
  },
  {
    id: 'storage/direct-type',
    rule: 'a bucket that everybody can read shows no page that was uploaded there',
    file: 'src/platform/media/stores/s3-store.ts',
    edits: [["signableHeaders: new Set(['content-type'])", 'signableHeaders: new Set()']],
    tests: ['src/uploads/direct-upload.test.ts'],
  },
  {
    id: 'storage/direct-silent',
    rule: 'a bucket that is silent does not keep the reconciler from its work',
    file: 'src/uploads/direct-upload.ts',
    edits: [
      ['await Promise.race([Promise.allSettled(all), ', 'await Promise.all([Promise.allSettled(all), '],
    ],
    tests: ['src/uploads/direct-upload.test.ts'],
  },
  {
    id: 'storage/direct-swept',
    rule: 'what is sent to the URL of a direct upload once it is over does not stay',
    file: 'src/uploads/direct-upload.ts',
    edits: [['await storage.stores.s3?.remove(arrivedPath(id))', 'await id']],
    tests: ['src/uploads/direct-upload.test.ts'],
  },
  {
    id: 'storage/direct-otherwise',
    rule: 'a file that the bucket does not take from a browser goes through Crier',
    file: 'src/web/api/upload.ts',
    edits: [['    if (stored) return stored;\n', '    return stored as Uploaded;\n']],
    tests: ['src/web/api/direct-upload.test.ts'],
  },
  {
    id: 'storage/page-calls-bucket',
    rule: 'pages may call the bucket of this instance and no other host',
    file: 'src/http/serve-web.ts',
    edits: [["${bucket ? ` ${bucket}` : ''}", ' *']],
    tests: ['src/web/api/direct-upload.test.ts'],
  },
  {
    id: 'storage/proxy',
    rule: 'the bucket is called through the proxy of outbound calls',
    file: 'src/platform/media/stores/s3-store.ts',
    edits: [['...(proxy ? { proxyEnv: proxy } : {})', '...{}']],
    tests: [STORE],
  },
];
