import { describe, expect, it } from '@jest/globals';
import { testsReachedBy } from './changed.ts';

const SOURCES: Record<string, string> = {
  'package.json': '{}',
  'docs/guide.md': '',
  'src/a.ts': "import { b } from './b.ts';",
  'src/b.ts': "import type { C } from './c.ts';\nexport const later = () => import('./lazy.ts');",
  'src/c.ts': '',
  'src/lazy.ts': '',
  'src/run/main.ts': "import '../a.ts';",
  'src/web/page.tsx': '',
  'src/test/browser.ts': '',
  'src/test/start.ts': "const MAIN = resolve('src/run/main.ts');",
  'src/a.test.ts': "import { a } from './a.ts';",
  'src/docs.test.ts': "read('docs/guide.md');",
  'src/pages.test.ts': "import { openBrowser } from './test/browser.ts';",
  'src/tree.test.ts': "readdirSync('src');",
  'src/whole.test.ts': "import { start } from './test/start.ts';",
};

const reached = (...changed: string[]): string[] | null =>
  testsReachedBy(changed, Object.keys(SOURCES), (file) => SOURCES[file] ?? '');

describe('npm test -- --changed', () => {
  it.each([
    ['a file that a test imports', 'src/a.ts', ['a', 'tree', 'whole']],
    ['what that file imports', 'src/b.ts', ['a', 'tree', 'whole']],
    ['what is loaded when it is needed', 'src/lazy.ts', ['a', 'tree', 'whole']],
    ['a program that is started by its path', 'src/run/main.ts', ['tree', 'whole']],
    ['a page that a browser shows', 'src/web/page.tsx', ['pages', 'tree']],
    ['a file that a test reads', 'docs/guide.md', ['docs']],
    ['a test', 'src/docs.test.ts', ['docs', 'tree']],
    ['types alone', 'src/c.ts', ['tree']],
  ])('runs what is reached by %s', (_, changed, tests) => {
    expect(reached(changed)).toEqual(tests.map((name) => `src/${name}.test.ts`));
  });

  it('runs nothing when nothing has changed, and everything when the packages have', () => {
    expect(reached()).toEqual([]);
    expect(reached('package.json')).toBeNull();
  });
});
