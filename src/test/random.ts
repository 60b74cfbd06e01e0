/** Texts and HTML made at random, the same ones for a seed. */

/** What breaks converters of text: signs of HTML, entities, URLs, space, marks, other scripts. */
const PIECES = [
  ...'< > & " \' ` \\ * _ # | / = - ( ) {{ }} word ä ß e\u0301 日本語 👩‍👩‍👧 \u202e \u200b \ufeff'.split(' '),
  ...'<b> </b> <p> </p> <br> <br/> <li> <ul> </ul> <table><tr><td> <td> </table> <!-- --> <o:p> </span>'.split(
    ' ',
  ),
  ...'<string> List<string> <https://a.example/x> <ann@a.example> <script> </script> <title> &lt; &gt;'.split(
    ' ',
  ),
  ...'&amp; &copy; &copy=2 &region= &notit; &#60; &#x3c; &nbsp; &semi; &quot; https://a.example/?a=1&copy=2'.split(
    ' ',
  ),
  '<b and c>',
  // Word and Google Docs.
  '<![if !supportLists]>',
  '<![endif]>',
  '<!--[if gte mso 9]><xml><o:p/></xml><![endif]-->',
  "<p class=MsoNormal style='mso-list:l0 level2 lfo1'>",
  "<span style='mso-list:Ignore'>",
  '\u00b7<span style=\'font:7.0pt "Times New Roman"\'>&nbsp;&nbsp;\n</span>',
  "<div style='mso-element:comment-list'>",
  '<a class=msocomanchor href="#_msocom_1">',
  '<b style="font-weight:normal;" id="docs-internal-guid-1">',
  '<ol><li>a</li><ol><li>b</li></ol></ol>',
  '<x onclick=y>',
  '<span class="plain-text">',
  '<a href="',
  'two words',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\r\n',
  '\t',
  '\u00a0',
  '    ',
];
const WORDS = [
  'word',
  ' ',
  'two words',
  ' \n',
  '&amp;',
  '&lt;b&gt;',
  '\u00a0',
  'https://a.example/?a=1&amp;b=2',
];
const INLINE = ['strong', 'u', 'span', 'a'];

export interface Random {
  /** Up to twelve pieces. */
  text(): string;
  /** HTML as it is stored: with the tags that posts have always had, each closed. */
  html(): string;
}

export function seeded(seed: number): Random {
  let state = seed;
  // Numerical Recipes' generator; its low bits are poor.
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % limit;
  };
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const several = (make: () => string): string => Array.from({ length: below(4) }, make).join('');
  const inline = (depth: number): string => {
    const tag = depth > 0 && below(3) === 0 ? pick(INLINE) : null;
    if (!tag) return below(6) === 0 ? '<br />' : pick(WORDS);
    const start =
      tag === 'a' ? `a href="${pick(['https://a.example/?a=1&amp;b=2', 'mailto:word', '#x'])}"` : tag;
    return `<${start}>${several(() => inline(depth - 1))}</${tag}>`;
  };
  const block = (depth: number): string => {
    const tag = pick(['p', 'h1', 'h2', 'h3', 'ul', '']);
    if (tag === 'ul') return `<ul><li>${several(() => item(depth))}</li><li>${inline(1)}</li></ul>`;
    const inside = several(() => inline(2));
    return tag ? `<${tag}>${inside}</${tag}>` : inside;
  };
  const item = (depth: number): string => (depth > 0 && below(2) ? block(depth - 1) : inline(2));
  return {
    text: () => Array.from({ length: 1 + below(12) }, () => pick(PIECES)).join(''),
    html: () => `<p>${several(() => inline(2))}</p>${several(() => block(2))}`,
  };
}
