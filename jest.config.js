/**
 * Node itself runs the test files, in a few processes (src/test/jest/runner.ts); src/test/run.ts starts the
 * servers.
 */
import { join } from 'node:path';
import { cacheDir } from './src/platform/config/config.ts';

export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{src,workflows,activities,providers,migrations,temporal,bench}/**/*.test.ts'],
  runner: '<rootDir>/src/test/jest/runner.ts',
  transform: {},
  globalSetup: '<rootDir>/src/test/global-setup.ts',
  globalTeardown: '<rootDir>/src/test/global-teardown.ts',
  // How long each file took is remembered there: the slowest run first.
  cacheDirectory: join(cacheDir(), 'jest'),
  testTimeout: 60_000,
  reporters: ['default', '<rootDir>/src/test/jest/times-reporter.ts'],
};
