import { describe, expect, it } from '@jest/globals';
import { overgrown, repeated } from '../../src/test/growth.ts';
import { readCues, subtitleIssues, subtitlesOf } from './subtitles.ts';

const SRT =
  '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nHello <i>there</i>\r\n& all\r\n\r\n2\r\n00:01:00,000 --> 01:00:00,001\r\nBye\r\n';
const VTT = `WEBVTT - a film

STYLE
::cue { color: red }

NOTE 00:01 is no cue

intro
00:01.000 --> 00:02.500 align:start
<v Ada>Tea &amp; cake &lt;3

00:03.000 --> 00:04.000

123:00:00.000 --> 123:00:01.000
a --> b
`;
const film = [{ kind: 'video' }] as const;
const srtOf = (file: string) => subtitlesOf({ subtitles: { language: 'en', file } })?.srt;

describe('the subtitles of a video', () => {
  it('are read from an SRT file and written without its tags', () => {
    expect(srtOf(SRT)).toBe(
      '1\n00:00:01,000 --> 00:00:02,500\nHello there\n& all\n\n2\n00:01:00,000 --> 01:00:00,001\nBye\n',
    );
  });

  it('are read from a WebVTT file: its cues with words, without notes, styles and voices', () => {
    expect(srtOf(VTT)).toBe(
      '1\n00:00:01,000 --> 00:00:02,500\nTea & cake <3\n\n2\n123:00:00,000 --> 123:00:01,000\na → b\n',
    );
    expect(srtOf(srtOf(VTT) ?? '')).toBe(srtOf(VTT));
  });

  it.each([
    ['no file', undefined, []],
    ['an emptied setting', { language: '', file: '' }, []],
    [
      'a file that is none',
      { language: 'en', file: 'Hello' },
      [['settings.subtitles.file', 'subtitles_unreadable']],
    ],
    [
      'times that are written in another way, whose words would be lost',
      { language: 'en', file: '00:01.000 --> 00:02.000\nHello\n\n00:03 --> 00:04\nBye' },
      [['settings.subtitles.file', 'subtitles_odd_times']],
    ],
    [
      'a cue that ends before it begins',
      { language: 'en', file: '00:02.000 --> 00:01.000\nHello' },
      [['settings.subtitles.file', 'subtitles_backwards']],
    ],
    [
      'more cues than anybody writes',
      { language: 'en', file: '00:01.000 --> 00:02.000\nHi\n\n'.repeat(5001) },
      [['settings.subtitles.file', 'subtitles_too_many']],
    ],
    ['no language', { file: VTT }, [['settings.subtitles.language', 'subtitles_without_language']]],
  ])('are refused with the field that is wrong: %s', (_, subtitles, expected) => {
    const issues = subtitleIssues({ subtitles }, film);
    expect(issues.map(({ path, code }) => [path, code])).toEqual(expected);
  });

  it('may have no spaces around the arrow', () => {
    expect(srtOf('00:01.000-->00:02.500\nTea')).toContain('00:00:01,000 --> 00:00:02,500\nTea');
  });

  it('are for a video alone', () => {
    const settings = { subtitles: { language: 'en', file: VTT } };
    expect(subtitleIssues(settings, [{ kind: 'image' }])).toMatchObject([
      { code: 'subtitles_without_video' },
    ]);
    expect(subtitleIssues(settings, film)).toEqual([]);
  });

  it.each(['00:01.000 --> 00:02.000\nHi\n\n', '<', '&amp;', '00:', ' ', '\n', '--> '])(
    'are read in linear time: %j',
    async (pattern) => {
      expect(
        await overgrown(repeated(pattern), (text) => readCues(`00:01.000 --> 00:02.000\n${text}`)),
      ).toBeUndefined();
    },
  );
});
