/** Tests run in ESM on Node 24; swc only strips types. Servers that several files share are started once by src/test/run.ts. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{src,workflows,activities,providers,migrations,temporal,bench}/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  globalSetup: '<rootDir>/src/test/global-setup.ts',
  globalTeardown: '<rootDir>/src/test/global-teardown.ts',
  testTimeout: 60_000,
};
