/** Answers that lack what they should have. `who` is the network, or what answered for it. */
import { sentence } from './sentences/catalogue.ts';
import type { Absent, Accepted } from './sentences/failures.ts';
import type { Sentence } from './sentences/fill.ts';

export const answeredWithout = (who: string, what: Absent): Sentence =>
  sentence('answered_without', { who, what });

export const acceptedWithoutId = (who: string, what: Accepted): Sentence =>
  sentence('accepted_without_id', { who, what });
