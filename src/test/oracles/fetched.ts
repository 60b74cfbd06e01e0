import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Unavailable } from '../servers/server.ts';

/**
 * Fetches a folder of the cache that is not there yet: the whole of it or nothing.
 *
 * @param needs what it takes, for the message
 * @param fetchInto returns the folder within the one that it fills, unless it is that one
 * @throws Unavailable, with what would help
 */
export async function ensureFetched(
  folder: string,
  needs: string,
  fetchInto: (building: string) => Promise<string | void>,
): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const building = await mkdtemp(`${folder}.building-`);
  try {
    await rename((await fetchInto(building)) ?? building, folder);
  } catch (error) {
    throw new Unavailable(`${needs}: ${(error as Error).message}`, { cause: error });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}
