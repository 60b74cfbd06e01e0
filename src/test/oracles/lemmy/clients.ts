/** The clients of Lemmy's makers (npm `lemmy-js-client`, AGPL-3.0), fetched for tests only. */
import { npmPackage } from '../npm-package.ts';

/** 0.19: the newest of that line. (`latest` of the registry is a client of 2020.) */
export const client3 = npmPackage({
  name: 'lemmy-js-client',
  version: '0.19.9',
  sha256: 'd9842bf2269501a2261257f639bf8a94dd6f9ab3de9e1f3f1b0d1039800d8aa9',
});
export const client4 = npmPackage({
  name: 'lemmy-js-client',
  version: '1.0.0-beta.2',
  sha256: '5a96c4fe763db69e01bf649544ac2c291c7a95024b29610383675c45b89b58b5',
});
