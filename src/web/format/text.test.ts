import { expect, it } from '@jest/globals';
import { asWritten, isolated } from './text.ts';

it.each([
  ['a name that reads backwards', 'menu-\u202efdp.exe', 'menu-fdp.exe'],
  ['a name that ends its own isolation', 'Ada\u2069\u202e', 'Ada'],
  ['a name in two scripts', 'Café قهوة', 'Café قهوة'],
])('%s is read as it was written, also inside a sentence', (_, name, read) => {
  expect(asWritten(name)).toBe(read);
  expect(isolated(name)).toBe(`\u2068${read}\u2069`);
});
