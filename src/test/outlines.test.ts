/** The limits of an outline are around it: by the syntax tree, not by what else is in the file. */
import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { endlessOutlines } from './outlines.ts';

const IMPORTS = `import { Skeleton } from '@mantine/core';
import { Waiting } from './components/waiting.tsx';
`;
const check = (files: Record<string, string>): string[] =>
  endlessOutlines(new Map(Object.entries(files).map(([file, text]) => [`src/web/${file}`, IMPORTS + text])));

describe('an outline', () => {
  it('is never drawn by the web app but within what ends it after five seconds', () => {
    const files = globSync(['src/web/**/*.tsx', 'src/*/web/**/*.tsx'], { exclude: ['**/node_modules/**'] });
    const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
    const drawn = [...texts.values()].filter((text) => text.includes('<Skeleton'));
    expect(drawn.length).toBeGreaterThan(3);
    expect(endlessOutlines(texts)).toEqual([]);
  });

  it.each([
    ['stands in it', 'export const A = () => <Waiting><p><Skeleton /></p></Waiting>;'],
    [
      'is drawn where something is missing',
      'export function A() { return <Waiting>{a ? <Skeleton /> : null}</Waiting>; }',
    ],
    [
      'is a component that is only used in it',
      'export const A = () => <Waiting><B /></Waiting>; function B() { return <Skeleton />; }',
    ],
  ])('ends when it %s', (_, text) => {
    expect(check({ 'a.tsx': text })).toEqual([]);
  });

  it('ends when a component of another file that is one is used in it', () => {
    expect(
      check({
        'a.tsx': "import { B } from './b.tsx'; export const A = () => <Waiting><B /></Waiting>;",
        'b.tsx': 'export const B = () => <Skeleton />;',
      }),
    ).toEqual([]);
  });

  it.each([
    ['stands beside it', 'export const A = () => <><Waiting>{null}</Waiting><Skeleton /></>;'],
    [
      'stands in another component of the file',
      'export const A = () => <Waiting>{null}</Waiting>; export function B() { return <Skeleton />; }',
    ],
    [
      'is a component that is used outside of it too',
      'export const A = () => <><Waiting><B /></Waiting><B /></>; const B = () => <Skeleton />;',
    ],
    [
      'stands in something else of that name',
      'export const A = () => { const Waiting = 1; return <X.Waiting><Skeleton /></X.Waiting>; };',
    ],
    ['is passed on', 'export const A = () => <Suspense fallback={Skeleton} />;'],
    [
      'has another name',
      "import { Skeleton as Bone } from '@mantine/core'; export const A = () => <Bone />;",
    ],
    ['is named by its package', "import * as m from '@mantine/core'; export const A = () => <m.Skeleton />;"],
  ])('is found when it %s', (_, text) => {
    expect(check({ 'a.tsx': text })).toHaveLength(1);
  });

  it('is found where a component of another file that is one is used outside of it', () => {
    const found = check({
      'a.tsx': "import { B } from './b.tsx'; export const A = () => <p><B /></p>;",
      'b.tsx': 'export const B = () => <Skeleton />;',
    });
    expect(found).toEqual([expect.stringMatching(/^src\/web\/a\.tsx:3: .*<B \/>/)]);
  });
});
