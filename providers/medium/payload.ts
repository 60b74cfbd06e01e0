/** The text of a story in Markdown. */

/** A picture in a story; `url`: where Medium has it. */
export interface Picture {
  readonly url: string;
  readonly alt: string;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Plain text in which no character may mean anything in Markdown. */
const escape = (text: string): string =>
  oneLine(text)
    .replaceAll(/[\\`*_[\]]/g, (character) => `\\${character}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');

/** The text of a line, without what makes it a heading. */
const headingOf = (line: string): string => oneLine(line.replace(/^#{1,6}\s+/, ''));

/**
 * The content of a story: title and subtitle, which Medium shows only if they stand in it, the text, and the
 * pictures below. A text that begins with the title, and then the subtitle, has them once.
 */
export function contentOf(
  { title, subtitle }: { readonly title: string; readonly subtitle: string },
  text: string,
  pictures: readonly Picture[],
): string {
  let rest = text.trim();
  for (const heading of [title, subtitle]) {
    const [line = '', ...lines] = rest.split('\n');
    if (headingOf(line) !== oneLine(heading)) break;
    rest = lines.join('\n').trim();
  }
  return [
    `# ${escape(title)}`,
    `## ${escape(subtitle)}`,
    rest,
    ...pictures.map(({ url, alt }) => `![${escape(alt)}](${url})`),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Medium uses three tags, and none that is longer: the first three that it can use. */
export const tagsOf = (tags: readonly { readonly value: string }[]): string[] =>
  tags
    .map(({ value }) => value.trim())
    .filter((tag) => tag && Array.from(tag).length <= 25)
    .slice(0, 3);
