/**
 * The two sets that the drawings of the web app come from. Fifteen thousand files, of which a few dozen are
 * used: fetched into the cache when drawings are written or compared, they cost an installation nothing.
 */
import { npmPackage } from './oracles/npm-package.ts';

/** MIT licence. */
export const tabler = npmPackage({
  name: '@tabler/icons',
  version: '3.51.0',
  sha256: 'b30108713d3fa60aee862c2a133225da8e0f309be0708fe2925763ff810c766c',
});
/** CC0-1.0. */
export const simpleIcons = npmPackage({
  name: 'simple-icons',
  version: '16.37.0',
  sha256: 'cd9faf0e6faa8a8fdd15e9632ab4c86fcae4b986fe552b87673149847f2f671d',
});
