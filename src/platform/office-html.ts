/**
 * What Word puts on the clipboard beside the text itself (as recorded in ckeditor/ckeditor5,
 * packages/ckeditor5-paste-from-office/tests/_data, and read by Microsoft's own microsoft/roosterjs,
 * processWordComments.ts): the bullets and numbers of lists are text with blanks behind it, in fonts of
 * signs, and reviewers' comments are in the text and below it.
 */
type Attributes = Readonly<Record<string, string | undefined>>;

/** A place with a reviewer's comment, or the list of all comments. */
export const isReview = ({ style = '', href = '' }: Attributes): boolean =>
  href.includes('#_msocom_') || /mso-element:\s*comment-list|mso-special-character:\s*comment/i.test(style);

/**
 * Follows the tags of a text, and gives back its parts: those of the sign before an item as `- ` or its
 * number.
 */
export interface ItemReader {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(part: string): string;
}

/** Before an item for each list that its own is in. A blank that is kept: others between tags are not. */
const INDENT = '\u00a0\u00a0';

export function itemReader(): ItemReader {
  let level = 1;
  /** How many elements are open from the one with the sign on; 0 outside. */
  let depth = 0;
  return {
    open(name, { style = '' }) {
      const [, levelText] = /mso-list:[^;]{0,40}\blevel(\d)/i.exec(style) ?? [];
      if (levelText) level = Number(levelText);
      if (name === 'span' && (depth || /mso-list:\s*ignore/i.test(style))) depth++;
    },
    close(name) {
      if (name === 'span' && depth) depth--;
    },
    text(part) {
      if (!depth) return part;
      const sign = part.trim();
      // A sign of Symbol or Wingdings is another letter in any other font, such as `o` or `§`.
      return sign && `${INDENT.repeat(Math.max(level - 1, 0))}${/^\D$/u.test(sign) ? '-' : sign} `;
    },
  };
}
