/** Uploads that outlive a try: a slow line must not carry the same file again because the next step failed. */
import type { Json } from './channel.ts';
import type { ProviderContext } from './context.ts';

/**
 * What the earlier tries of one part have uploaded, by a name that the provider chooses. Values are what the
 * network needs to find the upload again, and must not contain credentials.
 */
export interface KeptUploads {
  /** Undefined when there is none, or the network may have removed it by now. */
  read(name: string): Json | undefined;
  /** `forMs`: how long the network certainly has it. */
  keep(name: string, value: Json, forMs: number): Promise<void>;
  /** For an upload that turned out to be useless. */
  forget(name: string): Promise<void>;
}

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
