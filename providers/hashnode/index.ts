/** Hashnode: articles, with its GraphQL API (gql-beta.hashnode.com; github.com/Hashnode/gql-skill). */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { COVER, settingsSchema } from './schema.ts';

export const hashnode: Network = {
  identifier: 'hashnode',
  name: 'Hashnode',
  settingsSchema,
  settingsMedia: [COVER],
  rules,
  followUps: 'none',
  validate,
};
