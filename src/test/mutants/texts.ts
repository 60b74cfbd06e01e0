/** The guards of what people write: that it is published as what it is. */
import type { Mutant } from './mutant.ts';

const STORED = ['providers/_kit/stored-text.test.ts'];
const CONTENT = ['src/posts/create/create-post.content.test.ts'];
const CHECK = ['src/posts/create/check-post.test.ts'];
const TAGS = 'providers/_kit/html-tags.ts';
const CLEAN = 'src/platform/clean-html.ts';

const BETWEEN = ['src/platform/clean-html.test.ts'];
const LINKS = ['providers/bluesky/text.test.ts'];

export const textMutants: readonly Mutant[] = [
  {
    id: 'texts/typed-lines',
    rule: 'a text with a few tags in it keeps its lines as typed',
    file: CLEAN,
    edits: [['let preformatted = isTyped ? 1 : 0;', 'let preformatted = 0;']],
    tests: BETWEEN,
  },
  {
    id: 'texts/unending-value',
    rule: 'what follows a value without its end is not lost',
    file: TAGS,
    edits: [['|| isUnending(attributes, index + found.length)', '']],
    tests: BETWEEN,
  },
  {
    id: 'texts/unended-tag',
    rule: 'a tag that may be meant as text is named',
    file: CLEAN,
    edits: [['if (!dropped && unended(name, attributes)) {', 'if (false) {']],
    tests: BETWEEN,
  },
  {
    id: 'texts/known-tag',
    rule: 'only the name of an element that exists makes a text HTML',
    file: TAGS,
    edits: [['if (!isKnown(name) && !(hasForeign && foreign.has(name))) return null;', '']],
    tests: STORED,
  },
  {
    id: 'texts/attributes',
    rule: 'words between < and > that are no attributes are text',
    file: TAGS,
    edits: [['!isClosed || !haveSense(attributes) || ', '!isClosed || ']],
    tests: STORED,
  },
  {
    id: 'texts/dropped-with-end',
    rule: 'a tag that would take all that follows with it is text',
    file: TAGS,
    edits: [
      [
        '!isEnd && droppedWhole.has(name) && !hasEnd(name, index)',
        '!isEnd && !hasEnd(name, index) && index < 0',
      ],
    ],
    tests: STORED,
  },
  {
    id: 'texts/harmless',
    rule: 'text that a browser would take for markup is stored as an element with its signs escaped',
    file: 'providers/_kit/stored-text.ts',
    edits: [['mayBeMarkup(text) ?', 'isHtml(text) && mayBeMarkup(text) ?']],
    tests: STORED,
  },
  {
    id: 'texts/escaped-for-html',
    rule: 'text is escaped where a network takes HTML',
    file: 'providers/_kit/text.ts',
    edits: [['escapeText(withoutEnds(text))', "escapeText('') + withoutEnds(text)"]],
    tests: STORED,
  },
  {
    id: 'texts/escaped-for-markdown',
    rule: 'what Markdown would hide as a tag is shown',
    file: 'providers/_kit/markdown.ts',
    edits: [["(found === '<' ? '\\\\<' : found)", "(found === '' ? '\\\\<' : found)"]],
    tests: STORED,
  },
  {
    id: 'texts/semicolon',
    rule: 'an entity in HTML has a semicolon',
    file: CLEAN,
    edits: [["if (!entity) return '&amp;';", 'if (!entity) return found;']],
    tests: CONTENT,
  },
  {
    id: 'texts/less-than',
    rule: '< that begins no tag stays in HTML',
    file: CLEAN,
    edits: [['tag ? readCell(found, tag) : `&lt;${found.slice(1)}`', 'tag ? readCell(found, tag) : found']],
    tests: CONTENT,
  },
  {
    id: 'texts/cells',
    rule: 'the cells of a row stand apart',
    file: 'src/platform/html-parts.ts',
    edits: [
      [
        'return !isEnd && cells++ > 0 ? ` | ${found}` : found;',
        'return !isEnd && cells++ < 0 ? ` | ${found}` : found;',
      ],
    ],
    tests: CHECK,
  },
  {
    id: 'texts/list-signs',
    rule: 'the items of a list from Word begin with signs that every font has',
    file: 'src/platform/office-html.ts',
    edits: [['if (!depth) return part;', 'if (depth >= 0) return part;']],
    tests: ['src/platform/office-html.test.ts'],
  },
  {
    id: 'texts/reviews',
    rule: "reviewers' comments in Word are not published",
    file: CLEAN,
    edits: [["isReview(attribs) ? 'template' : tag", 'isReview({}) ? tag : tag']],
    tests: ['src/platform/office-html.test.ts'],
  },
  {
    id: 'texts/lists-beside-items',
    rule: 'a list that stands beside the item that it belongs to is indented',
    file: 'providers/_kit/stored-text.ts',
    edits: [["LIST.test(around.name) ? indentIn(around) : ''", "LIST.test(around.name) ? '' : ''"]],
    tests: ['src/platform/office-html.test.ts'],
  },
  {
    id: 'texts/url-apart',
    rule: 'a word behind the URL of a link is no part of it',
    file: 'providers/_kit/stored-text.ts',
    edits: [['block.endsInUrl && CHANGES.test(text)', 'block.endsInUrl && !CHANGES']],
    tests: ['providers/_kit/stored-text.test.ts'],
  },
  {
    id: 'texts/taken-out',
    rule: 'what is removed from a text is reported by the check',
    file: CLEAN,
    edits: [
      [
        'if (!dropped) for (const loss of lossesOf(name, attributes, KEPT)) takenOut.set(loss.message, loss);',
        '',
      ],
    ],
    tests: CHECK,
  },
  {
    id: 'texts/url-in-html',
    rule: 'a URL that is filled into HTML is escaped',
    file: 'activities/load-request.ts',
    edits: [
      [
        'isHtml(content) ? escapeText(urlOf(id)) : urlOf(id)',
        'isHtml(content) && !escapeText ? id : urlOf(id)',
      ],
    ],
    tests: ['activities/load-request.test.ts'],
  },
  {
    id: 'texts/old-archives',
    rule: 'text in an archive of an older version means what it meant there',
    file: 'src/transfer/archive/rules.ts',
    edits: [['format === 1 ? cleanEscaped', 'format === 0 ? cleanEscaped']],
    tests: ['src/transfer/archive/hostile-rows.test.ts'],
  },
  {
    id: 'texts/link-bracket',
    rule: 'a bracket that closes one of the text around a link is no part of the link',
    file: 'providers/bluesky/text.ts',
    edits: [[' || closesTooMany(uri)', '']],
    tests: LINKS,
  },
  {
    id: 'texts/link-own-bracket',
    rule: 'a bracket that a link has opened itself stays at its end',
    file: 'providers/bluesky/text.ts',
    edits: [['&& uri.split(closing).length > uri.split(opening).length', '']],
    tests: LINKS,
  },
  {
    id: 'texts/indented-cell',
    rule: 'a text from a table of posts keeps its indentation',
    file: 'src/posts/table/read-lines.ts',
    edits: [['TEXTS.has(column) ? cell : at', 'at']],
    tests: ['src/run/cli/import/import.test.ts'],
  },
  {
    id: 'texts/packed-form',
    rule: 'a file in a compressed form is refused with what is wrong',
    file: 'src/uploads/routes/upload-file.ts',
    edits: [["if (coding !== 'identity') {", 'if (!coding) {']],
    tests: ['src/http/parse-body.test.ts'],
  },
];
