/**
 * The text of a campaign. listmonk runs its subject and its body as templates of Go
 * (listmonk.app/docs/templating), in which `{{` begins an instruction: text is to be sent as people typed it.
 */
import { hasTags } from '../_kit/scan.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** In HTML, entities stand for the braces: mail readers show them, and the template does not see them. */
const withoutTemplate = (html: string): string => html.replaceAll('{{', '&#123;&#123;');

/**
 * A subject in one line. It is no HTML, so one with braces becomes a single instruction that prints a string.
 * `Safe`, because old versions otherwise escape it as HTML. JSON's form of a string is one of Go's too, and
 * `\u007b` keeps listmonk's own search for instructions from finding one inside.
 */
export function toSubject(subject: string): string {
  const line = subject.replaceAll(/\s+/g, ' ').trim().toWellFormed();
  return line.includes('{{') ? `{{ Safe ${JSON.stringify(line).replaceAll('{{', '{\\u007b')} }}` : line;
}

/** A picture, as mail readers reach it. */
export interface Picture {
  readonly url: string;
  readonly alt: string;
}

const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all';

/** The HTML of a mail: the preview in a block that is not shown, the text, the pictures below it. */
export function toBody(content: {
  readonly preview: string;
  readonly text: string;
  readonly pictures: readonly Picture[];
}): string {
  const preview = content.preview.trim();
  return withoutTemplate(
    [
      preview && `<div style="${HIDDEN}">${escape(preview)}</div>`,
      // Text without tags has lines of its own, and a "<" in it would begin a tag.
      hasTags(content.text)
        ? content.text
        : content.text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>'),
      ...content.pictures.map(
        ({ url, alt }) =>
          `<p><img src="${escape(url)}" alt="${escape(alt)}" style="max-width:100%;height:auto;border:0"></p>`,
      ),
    ]
      .filter(Boolean)
      .join('\n'),
  );
}

/** Enough to recognise a campaign in listmonk's own list; old versions allow 200 bytes for all of it. */
const NAME_BYTES = 140;

/** The name of a campaign, which only people in listmonk see: the beginning of its subject, and `marker`. */
export function toName(subject: string, marker: string): string {
  let bytes = 0;
  const beginning = [...subject.replaceAll(/\s+/g, ' ').trim().toWellFormed()].filter((character) => {
    bytes += Buffer.byteLength(character);
    return bytes <= NAME_BYTES;
  });
  return `${beginning.join('').trim()} (${marker})`;
}
