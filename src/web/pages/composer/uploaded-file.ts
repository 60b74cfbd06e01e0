import type { UploadedFile } from './composer-state.ts';

/** An upload, as any answer of the API names it, as the composer keeps it. */
interface Named {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly type?: string;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly pages?: number | null;
}

export const toFile = ({ id, name, path, type, width, height, pages }: Named): UploadedFile => ({
  id,
  name,
  path,
  type: type ?? '',
  width: width ?? null,
  height: height ?? null,
  pages: pages ?? null,
});
