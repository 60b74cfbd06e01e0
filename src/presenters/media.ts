/** An upload as the Public API shows it; `path` is its public address. */
export function presentMedia(media: { id: string; name: string; originalName?: string | null; alt?: string | null }, url: string) {
  return { id: media.id, name: media.name, originalName: media.originalName ?? null, path: url, thumbnail: null, alt: media.alt ?? null };
}
