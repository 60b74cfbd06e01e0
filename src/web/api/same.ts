import { hashKey } from '@tanstack/react-query';

/** Compares values of JSON, regardless of the order of their keys. */
export const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other]);
