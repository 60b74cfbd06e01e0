/** What Facebook and Instagram share about published posts: several stories may be one part. */
import type { Published } from '../../_kit/contract.ts';
import { Rejected } from '../../_kit/errors.ts';
import type { GraphCalls } from './graph.ts';

/** The ids of all stories that a part has become, the first one first, or that of its only post. */
export const idsOf = ({ id, ref }: Pick<Published, 'id' | 'ref'>): readonly string[] => [
  id,
  ...((ref as { others?: readonly string[] } | null)?.others ?? []),
];

/** "Object does not exist": deleted already, or never visible to this account. */
const MISSING = /^100\/33$/;

/** Deletes all that a part has become; comments go with it. */
export async function removeAll(call: GraphCalls, published: Pick<Published, 'id' | 'ref'>): Promise<void> {
  for (const id of idsOf(published)) {
    await call(`/${id}`, { method: 'DELETE' }).catch((error: unknown) => {
      if (!(error instanceof Rejected && MISSING.test(error.networkCode ?? ''))) throw error;
    });
  }
}
