import { describe, expect, it } from '@jest/globals';
import { toBody, toName, toSubject } from './text.ts';

const body = (changes: Partial<Parameters<typeof toBody>[0]>): string =>
  toBody({ preview: '', text: '<p>Hello</p>', pictures: [], ...changes });

describe('the subject of a mail', () => {
  it('is sent as it was typed, in one line', () => {
    expect(toSubject(' News & <more>\n for "you" ')).toBe('News & <more> for "you"');
  });

  it('has no instruction for the template, however the braces are typed', () => {
    expect(toSubject('Dear {{ TrackView }}')).toBe('{{ Safe "Dear {\\u007b TrackView }}" }}');
    expect(toSubject('{{{"a"}}}')).toBe('{{ Safe "{\\u007b{\\"a\\"}}}" }}');
  });
});

describe('the body of a mail', () => {
  it('begins with the preview, which is not shown, and has none for an empty one', () => {
    expect(body({ preview: 'This & <that>' })).toMatch(
      /^<div style="display:none;[^"]*">This &amp; &lt;that&gt;<\/div>\n<p>Hello<\/p>$/,
    );
    expect(body({ preview: '  ' })).toBe('<p>Hello</p>');
  });

  it('keeps the lines of a text without tags, and its angle brackets', () => {
    expect(body({ text: '1 <b\n2 &amp; 3' })).toBe('1 &lt;b<br>2 &amp; 3');
  });

  it('shows pictures below the text, with their alternative texts', () => {
    const pictures = [{ url: 'https://news.example/a.png?x=1&y=2', alt: 'a "red" carrot' }];
    expect(body({ pictures })).toBe(
      '<p>Hello</p>\n<p><img src="https://news.example/a.png?x=1&amp;y=2" alt="a &quot;red&quot; carrot" ' +
        'style="max-width:100%;height:auto;border:0"></p>',
    );
  });

  it('has no instruction for the template, wherever the braces are', () => {
    const all = body({
      preview: '{{ a }}',
      text: '<p title="{{ b }}">{{{ c }}}</p>',
      pictures: [{ url: 'https://news.example/a.png', alt: '{{ d }}' }],
    });
    expect(all).not.toContain('{{');
    expect(all.match(/&#123;&#123;/g)).toHaveLength(4);
  });
});

describe('the name of a campaign', () => {
  it('is the subject and the mark by which it is found', () => {
    expect(toName('News\nof the day', 'crier-1')).toBe('News of the day (crier-1)');
  });

  it('is short enough for every version, and no character of it is cut in half', () => {
    const name = toName('🥕'.repeat(1000), `crier-${'0'.repeat(36)}`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toBe(`${'🥕'.repeat(35)} (crier-${'0'.repeat(36)})`);
  });
});
