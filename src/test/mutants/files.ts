/** The guards of the work on files that strangers sent. */
import type { Mutant } from './mutant.ts';

const HOSTILE_FILES = 'src/test/security/hostile-files.test.ts';

export const fileMutants: readonly Mutant[] = [
  {
    id: 'files/location',
    rule: 'no upload says where its picture was taken',
    file: 'src/platform/media/process/private-data.ts',
    edits: [['(isGps ? PLACES : IDENTITIES).has(tag)', '!isGps && IDENTITIES.has(tag)']],
    tests: ['src/uploads/routes/fit-media.test.ts', 'src/platform/media/process/private-data.test.ts'],
  },
  {
    id: 'files/camera',
    rule: 'no upload tells one camera or its owner from others',
    file: 'src/platform/media/process/private-data.ts',
    edits: [['(isGps ? PLACES : IDENTITIES).has(tag)', 'isGps && PLACES.has(tag)']],
    tests: [
      'src/platform/media/process/private-data.test.ts',
      'src/platform/media/process/clean-picture.test.ts',
    ],
  },
  {
    id: 'files/gif-notes',
    rule: 'a GIF has nothing beside what is shown',
    file: 'src/platform/media/process/clean-gif.ts',
    edits: [['LOOPS.has(name) : SHOWN.has(label)', 'true : true']],
    tests: ['src/platform/media/process/clean-gif.test.ts'],
  },
  {
    id: 'files/xmp-encodings',
    rule: 'what XMP tells is found in UTF-16 too',
    file: 'src/platform/media/process/private-data.ts',
    edits: [[".replaceAll('\\0', '')", '']],
    tests: ['src/platform/media/process/clean-picture.test.ts'],
  },
  {
    id: 'files/upright',
    rule: 'a picture is stored upright',
    file: 'src/platform/media/process/clean-picture.ts',
    edits: [['(facts.orientation ?? 1) > 1', '(facts.orientation ?? 1) > 8']],
    tests: ['src/platform/media/process/clean-picture.test.ts'],
  },
  {
    id: 'files/stored-pictures',
    rule: 'a picture that an older release, v1 or an archive left here is upright, and tells nobody, once a post uses it',
    file: 'src/platform/media/media-storage.ts',
    edits: [['(await asCleaned({ database, folder, stores }, found))', 'found']],
    tests: ['src/uploads/stored-pictures.test.ts'],
  },
  {
    id: 'files/stored-whole',
    rule: 'a stored picture that breaks off is not taken for the one that was cleaned',
    file: 'src/platform/media/clean-stored.ts',
    edits: [['const again = size !== row.size;', 'const again = false;']],
    tests: ['src/uploads/stored-pictures.test.ts'],
  },
  {
    id: 'files/stored-older',
    rule: 'a picture that came back as it was before it was cleaned is cleaned again',
    file: 'src/platform/media/clean-stored.ts',
    edits: [['row.cleanedAt && size === row.size', 'row.cleanedAt']],
    tests: ['src/uploads/stored-pictures.test.ts'],
  },
  {
    id: 'files/stored-again',
    rule: 'a picture that comes again from v1 is treated again',
    file: 'src/migrate-v1/copy/media.ts',
    edits: [['              cleaned_at: taken.stored?.cleanedAt ?? null,\n', '']],
    tests: ['src/migrate-v1/copy/copy.test.ts'],
  },
  {
    id: 'files/bmp',
    rule: 'a BMP is stored as a PNG of the same pixels',
    file: 'src/platform/media/process/convert-bmp.ts',
    edits: [["?.mime !== 'image/bmp'", "?.mime !== 'image/x-bmp'"]],
    tests: ['src/platform/media/process/convert-bmp.test.ts'],
  },
  {
    id: 'files/full-name',
    rule: 'a file has its full name, in whatever order the two names of an upload stand',
    file: 'src/uploads/receive-multipart.ts',
    edits: [
      ['if (!/filename\\*/i.test(disposition)) return undefined;', 'if (disposition) return undefined;'],
    ],
    tests: ['src/uploads/routes/upload-file.test.ts'],
  },
  {
    id: 'files/encoded-lines',
    rule: 'base64 may stand in lines',
    file: 'src/uploads/data-uri.ts',
    edits: [["unescaped.replaceAll(/\\s/g, '')", 'unescaped']],
    tests: ['src/uploads/outside-media.test.ts'],
  },
  {
    id: 'files/video-location',
    rule: 'an MP4 loses where and with whose camera it was taken',
    file: 'src/platform/media/process/convert-video.ts',
    edits: [['mime === MP4 && !(await saysMore(video))', 'mime === MP4']],
    tests: ['src/platform/media/process/convert-video.test.ts'],
  },
  {
    id: 'files/whole-video',
    rule: 'a video that breaks off is refused',
    file: 'src/platform/media/process/convert-video.ts',
    edits: [['(last?.byteLength ?? 0) < named.byteLength', 'last === undefined']],
    tests: ['src/platform/media/process/convert-video.test.ts'],
  },
  {
    id: 'files/indexed-video',
    rule: 'a video without an index is refused',
    file: 'src/platform/media/process/convert-video.ts',
    edits: [['if (!tracks.length) {', 'if (tracks.length > 100) {']],
    tests: ['src/platform/media/process/convert-video.test.ts'],
  },
  {
    id: 'files/pictured-video',
    rule: 'a file of sound alone is no video',
    file: 'src/platform/media/process/convert-video.ts',
    edits: [['if (!frames) throw', 'if (frames < 0) throw']],
    tests: ['src/platform/media/process/convert-video.test.ts'],
  },
  {
    id: 'files/location-bounded',
    rule: 'what is private is looked for within the data that the file has',
    file: 'src/platform/media/process/private-data.ts',
    edits: [['if (end > exif.length || ', 'if (']],
    tests: ['src/platform/media/process/private-data.test.ts'],
  },
  {
    id: 'files/one-at-a-time',
    rule: 'files are read one at a time',
    file: 'src/platform/media/fair-queue.ts',
    edits: [['if (isBusy) await takePlace(asker);', '']],
    tests: ['src/platform/media/fair-queue.test.ts', 'src/uploads/picture-memory.test.ts'],
  },
  {
    id: 'files/turns',
    rule: 'organisations whose files wait are served in turn',
    file: 'src/platform/media/fair-queue.ts',
    edits: [
      [
        '    waiting.delete(of);\n    // Whoever',
        '    if (!others.length) waiting.delete(of);\n    // Whoever',
      ],
    ],
    tests: ['src/platform/media/fair-queue.test.ts'],
  },
  {
    id: 'files/turns-bounded',
    rule: 'only so many files of one organisation wait',
    file: 'src/platform/media/fair-queue.ts',
    edits: [['if (places.length >= longest) throw new QueueFull();', '']],
    tests: ['src/platform/media/fair-queue.test.ts', HOSTILE_FILES],
  },
  {
    id: 'files/time',
    rule: 'the work on a file ends when its time is over',
    file: 'src/platform/media/picture-process.ts',
    edits: [["      isLate = true;\n      child.kill('SIGKILL');", '']],
    tests: [HOSTILE_FILES],
  },
  {
    id: 'files/memory',
    rule: 'the work on a file ends when it needs more memory than it may',
    file: 'src/platform/media/process/watch-memory.ts',
    edits: [['process.memoryUsage.rss() > maxBytes || ', '']],
    tests: [HOSTILE_FILES],
  },
  {
    id: 'files/documents',
    rule: 'a document is made of pictures that the image library has written',
    file: 'src/platform/media/process/write-document.ts',
    edits: [
      ["import { stat } from 'node:fs/promises';", "import { readFile, stat } from 'node:fs/promises';"],
      [
        'const { data, info } = await readPage(file, way);',
        'const [{ info }, data] = [await readPage(file, way), await readFile(file.path)];',
      ],
    ],
    tests: [HOSTILE_FILES],
  },
  {
    id: 'files/fitted-bytes',
    rule: 'a fitted picture has no more bytes than its network takes',
    file: 'src/platform/media/process/fit-picture.ts',
    edits: [['if (size <= maxBytes) return', 'if (size > 0) return']],
    tests: ['src/platform/media/process/fit-picture.test.ts'],
  },
  {
    id: 'files/fitted-pixels',
    rule: 'a fitted picture has no more pixels than an upload may',
    file: 'src/platform/media/fit-shape.ts',
    edits: [
      [
        'Math.min(limits.bounds?.maxPixels ?? MAX_PIXELS, MAX_PIXELS)',
        '(limits.bounds?.maxPixels ?? Infinity)',
      ],
    ],
    tests: ['src/platform/media/process/fit-picture.test.ts'],
  },
];
