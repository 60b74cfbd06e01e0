/** VK's own types of its API (npm `@vkontakte/api-schema-typescript`, MIT), fetched for tests only. */
import { npmPackage } from '../npm-package.ts';

export const vkTypings = npmPackage({
  name: '@vkontakte/api-schema-typescript',
  version: '1.5199.0',
  sha256: '686b1c951971cf3c59f6ee8250cfc095ede45b162fce8f1f8be0dc1e85ba7c55',
});
