/** Commands in the documents exist as they are written there. */
import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { globSync, readFileSync } from 'node:fs';
import { createProgram } from './program.ts';

const FILES = globSync(['*.md', 'docs/**/*.md'], { exclude: ['CHANGELOG.md'] }).toSorted();

interface Shown {
  readonly file: string;
  readonly words: readonly string[];
}

/** Commands of npm in blocks of code, and between backticks in a sentence, where a line may end in them. */
function shownIn(file: string): Shown[] {
  const text = readFileSync(file, 'utf8').replaceAll(/\\\n\s*/g, ' ');
  const blocks = [...text.matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block.split('\n').map((line) => line.replace(/\s+#.*$/, '')),
  );
  const sentences = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  const inline = [...sentences.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '));
  return [...blocks, ...inline].flatMap((line) =>
    line
      .split(/ \| | && |; /)
      .flatMap((one) => /(?:^|\s)(npm run .*)/.exec(one)?.[1] ?? [])
      .map((one) => ({ file, words: argumentsOf(one) })),
  );
}

const argumentsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );

const all = FILES.flatMap(shownIn);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** Scripts that run the command line, with the words that they add. */
const STEPS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(scripts).flatMap(([name, line]) => {
    const [, text] = /cli\/main\.ts ?(.*)$/.exec(line) ?? [];
    return text === undefined ? [] : [[name, text.split(' ').filter(Boolean)]];
  }),
);

/** Every command does nothing, but for taking what was typed. */
function tame(command: Command): void {
  for (const one of command.commands) {
    tame(one);
    if (one.commands.length === 0) one.action(() => undefined);
  }
}

async function complaint(args: readonly string[]): Promise<string | null> {
  const program = await createProgram(args);
  tame(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('Every command that the documents show', () => {
  it('is taken by the command line as it stands there, with its options', async () => {
    const wrong: string[] = [];
    let tried = 0;
    for (const { file, words: typed } of all) {
      const [, , name = '', dashes, ...shown] = typed;
      const args = shown.map((word) => (word === 'NETWORK' ? 'sandbox' : word));
      const before = STEPS[name];
      if (!before || dashes !== '--' || args.includes('--help')) continue;
      tried++;
      const message = await complaint([...before, ...args]);
      if (message) wrong.push(`${file}: ${typed.join(' ')}: ${message}`);
    }
    expect(wrong).toEqual([]);
    // Fewer would mean that they are no longer found in the text.
    expect(tried).toBeGreaterThan(50);
  });
});
