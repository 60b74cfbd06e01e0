/**
 * Stands in the built page where the server puts one fresh value for each answer: the Content-Security-Policy
 * allows no other inline style.
 */
export const NONCE_PLACEHOLDER = 'crier-csp-nonce';
