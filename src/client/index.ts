/** Typed client of the Crier Public API (generated types: schema.d.ts). */
export const CLIENT = "crier";
