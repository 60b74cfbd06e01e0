import { describe, expect, it } from '@jest/globals';
import { contentOf, tagsOf } from './payload.ts';

const HEADINGS = { title: 'Spring menu', subtitle: 'In May' };

describe('the content of a story', () => {
  it('begins with title and subtitle, which Medium would not show otherwise', () => {
    expect(contentOf(HEADINGS, 'Hello\n\n- one\n- two', [])).toBe(
      '# Spring menu\n\n## In May\n\nHello\n\n- one\n- two',
    );
    expect(contentOf(HEADINGS, '', [])).toBe('# Spring menu\n\n## In May');
  });

  it.each([
    ['# Spring menu\n\nHello', 'Hello'],
    ['Spring menu\n## In May\nHello', 'Hello'],
    ['### Spring  menu\n\n\nIn May\n\nHello', 'Hello'],
    ['# Spring', '# Spring'],
    ['## In May\n\nHello', '## In May\n\nHello'],
    ['Hello\n\n# Spring menu', 'Hello\n\n# Spring menu'],
  ])('has them once where the text begins with them: %j', (text, rest) => {
    expect(contentOf(HEADINGS, text, [])).toBe(`# Spring menu\n\n## In May\n\n${rest}`);
  });

  it('shows what is written in them, not what it would mean in Markdown', () => {
    expect(contentOf({ title: '*5* [a](b) <i> & snake_case', subtitle: 'two\nlines `c` \\' }, 'x', [])).toBe(
      '# \\*5\\* \\[a\\](b) &lt;i> &amp; snake\\_case\n\n## two lines \\`c\\` \\\\\n\nx',
    );
  });
});

describe('the tags of a story', () => {
  it('are the first three that Medium uses', () => {
    expect(
      tagsOf(['x'.repeat(26), '🌱'.repeat(25), ' ', 'a', ' b ', 'c'].map((value) => ({ value }))),
    ).toEqual(['🌱'.repeat(25), 'a', 'b']);
  });
});
