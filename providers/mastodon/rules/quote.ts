/** Whether an instance takes a quote (docs.joinmastodon.org, "Implementing quote posts"). */
import type { ContentIssue } from '../../_kit/contract.ts';
import { hostIn } from '../../_kit/host-of.ts';
import { catalogue } from '../../_kit/sentences/catalogue.ts';
import type { InstanceDetails } from '../schema.ts';
import { policyOf, textOf } from '../schema/quote.ts';
import { english } from '../sentences.ts';

const sentence = catalogue(english);

/** The version of the API since which there are quotes (entities/Instance, `api_versions[mastodon]`). */
const SINCE = 7;

/** What an instance refuses, or its own composer does not offer: a quote beside files, a poll, or in
 * private. */
export function quoteIssues(
  settings: Readonly<Record<string, unknown>>,
  { apiVersion, baseUrl }: InstanceDetails,
  beside: { readonly files: number; readonly poll: boolean },
): ContentIssue[] {
  const path = 'settings.quoted_status_id';
  const quote = textOf(settings.quoted_status_id);
  if (apiVersion < SINCE) {
    return [
      ...(quote ? [{ path, ...sentence('mastodon_no_quotes') }] : []),
      ...(policyOf(settings)
        ? [{ path: 'settings.quote_approval_policy', ...sentence('mastodon_no_quotes') }]
        : []),
    ];
  }
  if (!quote) return [];
  const isElsewhere = quote.startsWith('http') && hostIn(quote) !== hostIn(baseUrl);
  const isAlone = !beside.files && !beside.poll && settings.visibility !== 'direct';
  return [
    ...(isElsewhere ? [{ path, ...sentence('mastodon_quote_elsewhere') }] : []),
    ...(isAlone ? [] : [{ path, ...sentence('mastodon_quote_beside') }]),
  ];
}
