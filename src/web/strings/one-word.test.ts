/** One thing has one word on every page, and German asks for what is to be done without "du" and "Sie". */
import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';

// TikTok prescribes how consent is asked for there.
const source = (patterns: string[]): string[] =>
  globSync(patterns, { exclude: ['providers/tiktok/**'] }).map((file) => readFileSync(file, 'utf8'));
const english = source(['src/web/strings/en/*.ts', 'src/*/web/strings/en.ts']);
const german = source(['src/web/strings/de/**/*.ts', 'src/*/web/strings/de.ts', 'providers/**/german.ts']);
const found = (texts: readonly string[], words: RegExp): string[] =>
  texts.flatMap((one) => one.match(words) ?? []);

describe('the web app', () => {
  it('has the words that people know from other apps', () => {
    const others =
      /\bMend\b|Add a part|'Numbers'|'State'|[Ee]very state|Went out|Saves itself|Needs attention|Alternative text/g;
    expect(found(english, others)).toEqual([]);
  });

  it('says neither "du" nor "Sie" in German, but what is to be done', () => {
    const addressed =
      /(?<!„)\b([Dd]u|[Dd]ein(e[mnrs]?)?|[Dd]ir|[Dd]ich)\b|\p{Ll} (Sie|Ihre?[mnrs]?|Ihnen)\b|['`.:] ?(Wähle|Lege|Gib|Entferne)\b/gu;
    expect(found(german, addressed)).toEqual([]);
  });

  it('has one German word each for what is not sent, what is planned, and what has no text', () => {
    expect(found(german, /[Ee]ingeplan\w+|[Ee]inplanen|'Kein Text'/g)).toEqual([]);
  });
});
