import { Migration } from '@mikro-orm/migrations';

/** The elements that HTML has, as providers/_kit/html-tags.ts knew them then. */
const ELEMENTS =
  'a|abbr|acronym|address|applet|area|article|aside|audio|b|base|basefont|bdi|bdo|bgsound|big|blink|blockquote|body|br|' +
  'button|canvas|caption|center|cite|code|col|colgroup|data|datalist|dd|del|details|dfn|dialog|dir|div|dl|dt|em|embed|' +
  'fieldset|figcaption|figure|font|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hgroup|hr|html|i|iframe|' +
  'img|input|ins|isindex|kbd|keygen|label|legend|li|link|listing|main|map|mark|marquee|math|menu|menuitem|meta|meter|' +
  'multicol|nav|nobr|noembed|noframes|noscript|object|ol|optgroup|option|output|p|param|picture|plaintext|pre|' +
  'progress|q|rb|rp|rt|rtc|ruby|s|samp|script|search|section|select|slot|small|source|spacer|span|strike|strong|style|' +
  'sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr|xmp';
/** All HTML; and text that could be taken for some. */
const MARKUP =
  `<[/]{0,1}(${ELEMENTS}|(o|w|v|m|x|st1):[a-z0-9]+)([[:space:]/>]|$)` +
  `|<!--|<[a-z].*[[:space:]/"''](on[a-z0-9_]+|style)[[:space:]]*=`;
const [OPEN, CLOSE] = ['<span class="plain-text">', '</span>'];

/**
 * Text is stored as it was written. Until now, a text without a tag was stored with its `&`, `<` and `>` as
 * entities, which were decoded when it was published.
 */
export class TextsAsWritten extends Migration {
  override up(): void {
    this.addSql(`update post_item
      set content = case when d.written ~* '${MARKUP}' then '${OPEN}' || content || '${CLOSE}' else d.written end
      from (
        select id, replace(replace(replace(replace(
          content, '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&') as written
        from post_item
        where content like '%&%' and content not like '%<%'
      ) d
      where d.id = post_item.id and d.written <> content`);
  }

  override down(): void {
    this.addSql(`update post_item
      set content = case
        when content !~* '${MARKUP}'
          then replace(replace(replace(content, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')
        else substr(content, ${OPEN.length + 1}, length(content) - ${OPEN.length + CLOSE.length})
      end
      where content ~ '[&<>]'
        and (content !~* '${MARKUP}' or content ~ '^${OPEN}[^<]*${CLOSE}$')`);
  }
}
