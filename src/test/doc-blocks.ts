/** The blocks of code of a document, for tests that type them as they stand. */
import { readFileSync } from 'node:fs';

/** One block between fences; `language` is empty when the fence names none. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** All blocks of a document, without what they are indented by. */
export const blocksOf = (file: string): Block[] =>
  [...readFileSync(file, 'utf8').matchAll(/^( *)```(\w*)\n([\s\S]*?)\n\1```$/gm)].map(
    ([, indent = '', language = '', text = '']) => ({
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
