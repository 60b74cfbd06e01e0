import { hashKey } from '@tanstack/react-query';

/** Of values of JSON, whatever the order of their keys. */
export const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other]);
