/** A slow line must not carry the same file again because the next step has failed. */
import type { Json } from './channel.ts';
import type { ProviderContext } from './context.ts';

/** Uploads a file, unless an earlier try of this part has. `forMs` as in `KeptUploads.keep`. */
export async function uploadOnce<T extends Json>(
  ctx: ProviderContext,
  { name, forMs }: { name: string; forMs: number },
  upload: () => Promise<T>,
): Promise<T> {
  const kept = ctx.uploads?.read(name);
  if (kept !== undefined) return kept as T;
  const made = await upload();
  await ctx.uploads?.keep(name, made, forMs);
  return made;
}
