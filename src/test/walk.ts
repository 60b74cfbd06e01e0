/**
 * A walk of a person through the web app. Each state is looked at, and the time until it was there is noted:
 * with `CRIER_STOPWATCH=FILE npm test -- walks`, as lines of a table, and never compared with anything.
 */
import { expect } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import { axe, overflow, type OpenPage } from './browser.ts';
import { englishOn } from './german-page.ts';

interface Walk {
  /** A state that was reached: axe finds nothing, nothing is beyond the window, and German is German. */
  at(state: string): Promise<void>;
  /** What is done without a connection. */
  offline(act: () => Promise<void>): Promise<void>;
  /** What the browser complained about, but for calls without a connection. */
  complaints(): string[];
}

export function walk({ page, complaints }: OpenPage, name: string, language: 'en' | 'de' = 'en'): Walk {
  let began = performance.now();
  return {
    async at(state) {
      const ms = performance.now() - began;
      const file = process.env.CRIER_STOPWATCH;
      if (file) appendFileSync(file, `| ${name} | ${state} | ${(ms / 1000).toFixed(1)} s |\n`);
      const english = language === 'de' ? await englishOn(page) : [];
      expect({ state, axe: await axe(page), overflow: await overflow(page), english }).toEqual({
        state,
        axe: [],
        overflow: 0,
        english: [],
      });
      began = performance.now();
    },
    async offline(act) {
      await page.context().setOffline(true);
      try {
        await act();
      } finally {
        await page.context().setOffline(false);
      }
    },
    complaints: () => complaints.filter((one) => !one.includes('net::ERR_INTERNET_DISCONNECTED')),
  };
}
