import { describe, expect, it } from '@jest/globals';
import { subtitleIssues } from './subtitles.ts';
import { textOfFile } from './text-of-file.ts';

const CUE = '00:01.000 --> 00:02.000\nKäse für Zoë';

describe('the text of a file', () => {
  const utf16 = Buffer.from(`\uFEFF${CUE}`, 'utf16le');

  it.each([
    ['UTF-8', Buffer.from(CUE)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${CUE}`)],
    ['UTF-16', utf16],
    ['UTF-16 with the other order of bytes', Buffer.from(utf16).swap16()],
  ])('is read in %s', (_, bytes) => {
    expect(textOfFile(bytes)).toBe(CUE);
  });

  it('in another encoding is refused as subtitles, whose letters would be lost', () => {
    const subtitles = { language: 'de', file: textOfFile(Buffer.from(CUE, 'latin1')) };
    expect(subtitleIssues({ subtitles }, [{ kind: 'video' }])).toMatchObject([
      { path: 'settings.subtitles.file', code: 'subtitles_encoding' },
    ]);
  });
});
