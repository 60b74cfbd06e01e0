/**
 * A real Chromium for tests of pages: the one in CRIER_CHROMIUM, one on the PATH, or Debian's package where
 * this user may install it.
 *
 * Chromium's headless shell goes first: the same engine without the windows of a browser takes less than half
 * of the processor time.
 */
import { existsSync } from 'node:fs';
import { chromium as playwright, type Browser } from 'playwright-core';
import { findProgram, installPackage } from './debian-package.ts';
import { Unavailable } from './server.ts';

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * Scripts are compiled for speed when they run for long, which pays for nobody who leaves the page in the
 * next second: without it, tests of pages take a quarter less processor time, and the pages do the same.
 */
const FOR_SHORT_VISITS = '--js-flags=--no-opt --no-maglev';

/** Finds the program; null when there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  return env.CRIER_CHROMIUM || findProgram(NAMES, env);
}

/** The browser as a server of the tests, so that tests without it are skipped by name and reason. */
export const chromium = {
  name: 'chromium',
  /** @throws Unavailable, with what would help */
  async ensure(log: (line: string) => void): Promise<void> {
    const found = findChromium();
    if (found && existsSync(found)) return;
    if (found) throw new Unavailable(`CRIER_CHROMIUM names ${found}, which does not exist`);
    log("  chromium: installing Debian's package");
    // Older releases have only the whole browser.
    await installPackage(
      ['chromium-headless-shell', 'chromium'],
      'install one (apt install chromium), or set CRIER_CHROMIUM to its path',
    );
  },
  /**
   * A new headless browser; `forSpeed`: as people have it, to be measured. As root, and in containers, its
   * own sandbox is unavailable.
   */
  async start({ forSpeed = false } = {}): Promise<Browser> {
    const executablePath = findChromium();
    if (!executablePath) throw new Unavailable('no Chromium is installed');
    return playwright.launch({
      executablePath,
      headless: true,
      args: ['--no-sandbox', '--disable-dev-shm-usage', ...(forSpeed ? [] : [FOR_SHORT_VISITS])],
      // Ctrl-C ends the tests, which end the browser.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  },
};
