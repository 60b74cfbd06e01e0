/** Files in a folder of this machine, which may be a mounted one. */
import { createReadStream, type Stats } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isStoredPath } from '../storage.ts';
import { hashOfFile } from './hash-file.ts';
import { WrongBytes, type FileStore } from './file-store.ts';

/** Error codes of a disk for a file that does not exist. */
const NONE = ['ENOENT', 'ENOTDIR'];
/** A video is opened for each of its parts: this many files are known to be right until they change. */
const REMEMBERED = 1000;

export function createFolderStore(folder: string): FileStore {
  const full = (path: string): string => join(folder, path);
  const right = new Map<string, string>();
  return {
    name: 'local',
    place: folder,
    async facts(path) {
      const found = await stat(full(path)).catch(ifNone);
      if (!found?.isFile()) return undefined;
      const [real, root] = await Promise.all([realpath(full(path)).catch(ifNone), realpath(folder)]);
      // a link that leads out of the folder
      if (!real?.startsWith(root + sep)) return undefined;
      return { size: found.size, modifiedAt: found.mtime };
    },
    read: async (path, range) => createReadStream(full(path), range),
    async put(path, from) {
      await mkdir(dirname(full(path)), { recursive: true });
      await rename(from, full(path));
    },
    remove: (path) => rm(full(path), { force: true }),
    async *list() {
      for await (const path of pathsBelow(folder)) {
        const found = await stat(full(path)).catch(ifNone);
        if (found?.isFile()) yield { path, size: found.size, modifiedAt: found.mtime };
      }
    },
    async onDisk(path, { sha256 }) {
      if (sha256 === null) return full(path);
      const now = `${sha256} ${versionOf(await stat(full(path)))}`;
      if (right.get(path) === now) return full(path);
      if ((await hashOfFile(full(path))) !== sha256) throw new WrongBytes(path);
      right.set(path, now);
      const [oldest] = right.keys();
      if (right.size > REMEMBERED && oldest) right.delete(oldest);
      return full(path);
    },
  };
}

const versionOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/** Stored files are three folders deep: year, month, day. Nothing else is walked through. */
async function* pathsBelow(root: string, folder = root, depth = 0): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifNone);
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < 3 && /^\d{2,4}$/.test(entry.name)) {
      yield* pathsBelow(root, path, depth + 1);
    } else if (isStoredPath(relative(root, path))) yield relative(root, path);
  }
}

function ifNone(error: NodeJS.ErrnoException): undefined {
  if (!NONE.includes(error.code ?? '')) throw error;
}
