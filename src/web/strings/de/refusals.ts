import type { common } from '../en/common.ts';
import type { Words } from '../words.ts';
import { germanError, germanIssue } from './errors.ts';
import { germanField } from './fields.ts';

/** What the API refuses, in German. Until these texts are there, its own message is shown. */
export const refusals: Pick<Words<typeof common>, 'refused' | 'issue' | 'issueAt'> = {
  refused: germanError,
  issue: germanIssue,
  issueAt: (path, said) => [germanField(path), germanIssue(said)].filter(Boolean).join(': '),
};
