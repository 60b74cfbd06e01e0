/**
 * The built page holds it where the server writes a new nonce into each answer: the Content-Security-Policy
 * allows no other inline style.
 */
export const NONCE_PLACEHOLDER = 'crier-csp-nonce';

/** The medium of a style sheet that must not keep the first paint waiting. */
export const LATER = 'print';
