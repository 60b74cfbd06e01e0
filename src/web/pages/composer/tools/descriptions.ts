/** Descriptions of files: each is asked for once, in all parts and for all channels. */

interface Part {
  readonly id: string;
  readonly media: readonly { readonly id: string; readonly alt: string }[];
}

interface Texts<One extends Part = Part> {
  readonly channels: readonly string[];
  readonly parts: readonly One[];
  readonly variations: Readonly<Record<string, readonly One[]>>;
}

/** Without what no database takes and nobody sees: U+0000, and half a character of a bad paste. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

const allParts = ({ parts, variations }: Texts): readonly Part[] => [
  ...parts,
  ...Object.values(variations).flat(),
];

/** The description that a file has already. */
export const altOf = (
  { document }: { readonly document: Texts },
  { file }: { readonly file: { readonly id: string } },
): string =>
  allParts(document)
    .flatMap(({ media }) => media)
    .find(({ id, alt }) => id === file.id && alt)?.alt ?? '';

/** A file's description in every place that had the same one. */
export function describedAs<One extends Part>(
  document: Texts<One>,
  { part, media, alt }: { readonly part: string; readonly media: string; readonly alt: string },
): Pick<Texts<One>, 'parts' | 'variations'> {
  const { parts, variations } = document;
  const place = allParts(document).find((one) => one.id === part);
  const was = place?.media.find(({ id }) => id === media)?.alt ?? '';
  const described = (one: One): One => ({
    ...one,
    media: one.media.map((file) =>
      file.id === media && (one.id === part || file.alt === was) ? { ...file, alt: storable(alt) } : file,
    ),
  });
  const own = Object.entries(variations).map(([channel, its]) => [channel, its.map(described)] as const);
  return { parts: parts.map(described), variations: Object.fromEntries(own) };
}

/** The part in which a file is described: the first that has it, of those that are published. */
export function describedIn({ document }: { readonly document: Texts }, media: string): string | undefined {
  const { channels, parts, variations } = document;
  const shared = channels.every((channel) => variations[channel]) ? [] : parts;
  const published = [...shared, ...channels.flatMap((channel) => variations[channel] ?? [])];
  return published.find((part) => part.media.some(({ id }) => id === media))?.id;
}
