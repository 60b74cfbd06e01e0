/**
 * Texts with the structure that Word and Google Docs put on the clipboard, after recordings of Word 2016 to
 * 2023 (Windows and macOS, Chrome and Safari) and Google Docs in ckeditor/ckeditor5,
 * packages/ckeditor5-paste-from-office/tests/_data: list/nested-mixed, list/nested-multiple,
 * list/list-continuation, list/mixed-elements, spacing/multi-line, spacing/line-break-as-space,
 * link/{within-text,combined}, other/smart-tags, image/offline, table/tablecellproperties,
 * paste-from-google-docs/{bold-wrapper,br-paragraph,lists}; and, for reviews, in microsoft/roosterjs,
 * convertPastedContentFromWordTest.ts.
 */
import { describe, expect, it } from '@jest/globals';
import { toPlainText } from '../../providers/_kit/stored-text.ts';
import { cleaned } from './clean-html.ts';

const HEAD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta name=ProgId content=Word.Document>
<link rel=File-List
href="file:///C:/Users/ann/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml>
 <o:OfficeDocumentSettings>
  <o:AllowPNG/>
 </o:OfficeDocumentSettings>
</xml><![endif]-->
<!--[if gte mso 9]><xml>
 <w:LatentStyles DefLockedState="false">
  <w:LsdException Locked="false" Name="heading 1"/>
 </w:LatentStyles>
</xml><![endif]-->
<style>
<!--
 /* Style Definitions */
 p.MsoNormal, li.MsoNormal
	{mso-style-parent:"";
	font-family:"Calibri",sans-serif;}
-->
</style>
<!--[if gte mso 10]>
<style>
 table.MsoNormalTable
	{mso-style-name:"Table Normal";}
</style>
<![endif]-->
</head>
`;
const word = (body: string): string =>
  `${HEAD}
<body lang=EN-US style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->

${body}

<!--EndFragment-->
</body>

</html>`;

/** An item as Word writes it: a paragraph with its sign in a font of signs. `from`: Safari drops `[if …]`. */
const item = (level: number, sign: string, text: string, from: 'Chrome' | 'Safari' = 'Chrome'): string => {
  const [start, end] =
    from === 'Chrome'
      ? ['<![if !supportLists]>', '<![endif]>']
      : ['<!--[if !supportLists]-->', '<!--[endif]-->'];
  const blanks =
    from === 'Chrome' ? '&nbsp;&nbsp;&nbsp;&nbsp;\n' : '   <span class="Apple-converted-space">\u00a0</span>';
  return `<p class=MsoListParagraphCxSpMiddle style="margin-left:72.0pt;mso-add-space:
auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1">${start}<span
style="font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:
Symbol"><span style="mso-list:Ignore">${sign}<span style='font:7.0pt "Times New Roman"'>${blanks}</span></span></span>${end}${text}<o:p></o:p></p>`;
};

const docs = (body: string): string =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-7f8963f3-7fff-683a-b3de-156ff66d4860">${body}</b>`;
const STYLE =
  'font-size:11pt;font-family:Arial;color:#000000;background-color:transparent;font-weight:400;' +
  'font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;';
const line = (text: string, weight = 400): string =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation"><span style="${STYLE.replace('400', String(weight))}">${text}</span></p>`;
const point = (text: string): string =>
  `<li dir="ltr" style="list-style-type:disc;${STYLE}" aria-level="1">${line(text)}</li>`;
const list = (tag: string, ...inside: readonly string[]): string =>
  `<${tag} style="margin-top:0;margin-bottom:0;">${inside.join('')}</${tag}>`;

const published = async (html: string): Promise<string> => toPlainText((await cleaned(html, '')).content);

const REVIEWED = word(`<p class=MsoNormal>Open <a
style='mso-comment-reference:AL_1;mso-comment-date:20261128T0900'>on Sunday</a><span
class=MsoCommentReference><span style='font-size:8.0pt'><span
style='mso-special-character:comment'>&nbsp;<![if !supportAnnotations]><a
class=msocomanchor id="_anchor_1" onmouseover="msoCommentShow('_anchor_1','_com_1')"
href="#_msocom_1" language=JavaScript name="_msoanchor_1">[AL1]</a><![endif]></span></span></span>.<o:p></o:p></p>

<div style='mso-element:comment-list'><![if !supportAnnotations]>

<hr class=msocomoff align=left size=1 width="33%">

<![endif]>

<div style='mso-element:comment'><![if !supportAnnotations]>

<div id="_com_1" class=msocomtxt language=JavaScript><![endif]><span style='mso-comment-author:"Ada Lovelace"'></span>

<p class=MsoCommentText>Not before we know the price!<o:p></o:p></p>

<![if !supportAnnotations]></div><![endif]></div>

</div>`);

describe('a text from Word', () => {
  it.each<[string, string, string]>([
    [
      'has its paragraphs as lines, and blanks where it broke its own lines',
      word(`<p class=MsoNormal><span lang=PL style='mso-ansi-language:PL'>“Open” from<span
style='mso-spacerun:yes'>  </span>nine
to five – we’re<span style='letter-spacing:-1.15pt'>
</span>there<o:p></o:p></span></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

<p class=MsoNormal>See <a href="https://shop.example/?a=1&amp;b=2"><span lang=EN-US>the
menu</span></a>.<o:p></o:p></p>`),
      '“Open” from nine to five – we’re there\n\u00a0\nSee the menu https://shop.example/?a=1&b=2.',
    ],
    [
      'has its lists in signs that every font has',
      word(
        [
          '<p class=MsoNormal>List:<o:p></o:p></p>',
          item(1, '·', 'one'),
          item(2, 'o', 'two'),
          item(3, '§', 'three'),
          item(1, '\uf0b7', 'four'),
          item(1, '1.', 'five'),
          item(2, '<span style=\'font:7.0pt "Times New Roman"\'>&nbsp;&nbsp;\n</span>ii)', 'six'),
        ].join('\n\n'),
      ),
      'List:\n- one\n\u00a0\u00a0- two\n\u00a0\u00a0\u00a0\u00a0- three\n- four\n1. five\n\u00a0\u00a0ii) six',
    ],
    [
      'has its lists so from Safari too',
      `<html><body>${item(1, '·', '<span>one</span>', 'Safari')}${item(2, '1)', '<span>two</span>', 'Safari')}</body></html>`,
      '- one\n\u00a0\u00a01) two',
    ],
    [
      'has lists of HTML as they are nested, also without an item around the inner one',
      word(`<ul style='margin-top:0cm' type=disc>
 <li class=MsoNormal style='mso-list:l0 level1 lfo1'><span lang=EN-US>One<o:p></o:p></span></li>
 <ul style='margin-top:0cm' type=circle>
  <li class=MsoNormal style='mso-list:l0 level2 lfo1'>Two<o:p></o:p></li>
 </ul>
 <li class=MsoNormal style='mso-list:l0 level1 lfo1'>Three<o:p></o:p></li>
</ul>`),
      '- One\n  - Two\n- Three',
    ],
    [
      'has the rows of a table as lines',
      word(`<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width="59%" valign=top style='border:solid windowtext 1.0pt'>
  <p class=MsoNormal align=center><b style='mso-bidi-font-weight:normal'><span lang=EN-US>Phase<o:p></o:p></span></b></p>
  </td>
  <td width="41%">
  <p class=MsoNormal>Status<o:p></o:p></p>
  </td>
 </tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td><p class=MsoNormal>Market
  research<o:p></o:p></p></td>
  <td><p class=MsoNormal>✓<o:p></o:p></p></td>
 </tr>
</table>`),
      'Phase | Status\nMarket research | ✓',
    ],
    [
      'has neither shapes nor pictures in its words',
      word(`<p class=MsoNormal>Before<!--[if gte vml 1]><v:shapetype id="_x0000_t75"
 coordsize="21600,21600" o:spt="75" path="m@4@5l@4@11@9@11@9@5xe">
 <v:stroke joinstyle="miter"/>
</v:shapetype><v:shape id="Picture_x0020_1" o:spid="_x0000_i1025" type="#_x0000_t75">
 <v:imagedata src="file:///C:/Users/ann/clip_image001.jpg" o:title=""/>
</v:shape><![endif]--><![if !vml]><img width=300 height=200
src="file:///C:/Users/ann/clip_image002.jpg" v:shapes="Picture_x0020_1"><![endif]> after<o:p></o:p></p>`),
      'Before after',
    ],
    [
      'has its links apart from the words behind them',
      word(
        '<p class=MsoNormal><a href="https://a.example/">one</a><a href="https://b.example/">two</a>3<o:p></o:p></p>',
      ),
      'one https://a.example/ two https://b.example/ 3',
    ],
    [
      'has no marks of its smart tags',
      word(`<p class=MsoNormal>Open in <st1:country-region w:st="on"><st1:place
w:st="on">Germany</st1:place></st1:country-region><o:p></o:p></p>`),
      'Open in Germany',
    ],
    ['keeps what its reviewers noted to itself', REVIEWED, 'Open on Sunday.'],
  ])('%s', async (_, html, text) => {
    expect(await published(html)).toBe(text);
  });

  it("is published without reviewers' comments, with a warning", async () => {
    expect((await cleaned(REVIEWED, '')).takenOut).toContainEqual({
      message: 'the comments of reviewers (Word) are taken out',
      code: 'review_removed',
    });
  });

  it('is published in linear time, with any styles', async () => {
    const style = 'mso-list:'.repeat(20_000) + ' '.repeat(100_000);
    expect(await published(`<p style="${style}">a</p><span style="mso-element:${style}">b</span>`)).toBe(
      'a\nb',
    );
  });
});

describe('a text from Google Docs', () => {
  it.each<[string, string, string]>([
    [
      'is not strong as a whole, and has its empty lines',
      docs(`${line('One &amp; “two”')}<br />${line('three', 700)}<br />`),
      'One & “two”\n\nthree',
    ],
    [
      'is the same from a browser that adds a break behind it',
      `<html>\n<body>\n<!--StartFragment-->${docs(line('Hello world'))}<br class="Apple-interchange-newline"><!--EndFragment-->\n</body>\n</html>`,
      'Hello world',
    ],
    [
      'has its lists nested as they are, which it writes beside the items',
      docs(
        list('ul', point('a'), list('ol', point('b'), point('c'), list('ul', point('d'))), point('e')) +
          line('f'),
      ),
      '- a\n  1. b\n  2. c\n     - d\n- e\nf',
    ],
    [
      'has an item without an item above it',
      docs(list('ol', list('ol', point('a')), point('b'))),
      '1. a\n1. b',
    ],
  ])('%s', async (_, html, text) => {
    expect(await published(html)).toBe(text);
  });
});
