/** Reads and sets settings by name, also one within another: `link.image`. */

/** Settings with other uploads, or the text of a file; undefined takes one out. */
export function withNamedMedia(
  settings: Readonly<Record<string, unknown>>,
  media: readonly (readonly [name: string, upload: object | string | undefined])[],
): Record<string, unknown> {
  return media.reduce<Record<string, unknown>>(
    (before, [name, upload]) => {
      const [own = name, ...inner] = name.split('.');
      const value = inner.length
        ? withNamedMedia(asObject(before[own]), [[inner.join('.'), upload]])
        : upload;
      return { ...before, [own]: value };
    },
    { ...settings },
  );
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The value of a setting, or of a setting within it: `link.image`. */
export const valueAt = (settings: Readonly<Record<string, unknown>>, name: string): unknown =>
  name.split('.').reduce<unknown>((at, key) => asObject(at)[key], settings);
