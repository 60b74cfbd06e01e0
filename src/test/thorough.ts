/**
 * Whether tests do in full what takes too long for every push: they are quick by default, and thorough every
 * night (`npm run nightly -- thorough`).
 */
export const THOROUGH = process.env.CRIER_TEST_THOROUGH === 'true';
