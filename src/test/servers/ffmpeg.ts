/** A real ffmpeg for tests of videos that are converted: one on the PATH, or Debian's package. */
import { findProgram, installPackage } from './debian-package.ts';
import { Unavailable } from './server.ts';

const NAMES = ['ffmpeg'];

/** ffmpeg as a server of the tests, so that tests without it are skipped by name and reason. */
export const ffmpeg = {
  name: 'ffmpeg',
  /** @throws Unavailable, with what would help */
  async ensure(log: (line: string) => void): Promise<void> {
    if (findProgram(NAMES)) return;
    log("  ffmpeg: installing Debian's package");
    await installPackage(NAMES, 'install it (apt install ffmpeg)');
  },
  /** The path of the program. */
  path(): string {
    const found = findProgram(NAMES);
    if (!found) throw new Unavailable('no ffmpeg is installed');
    return found;
  },
};
