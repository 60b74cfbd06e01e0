/**
 * Whether an instance takes a poll (app/validators/poll_options_validator.rb, poll_expiration_validator.rb).
 */
import type { ContentIssue } from '../../_kit/contract.ts';
import { pollIssues } from '../../_kit/poll.ts';
import { catalogue } from '../../_kit/sentences/catalogue.ts';
import { countGraphemes } from '../../_kit/text.ts';
import type { InstanceDetails } from '../schema.ts';
import type { Poll } from '../schema/poll.ts';
import { english } from '../sentences.ts';

const sentence = catalogue(english);

/** Problems of a poll beside `files`. */
export function instanceIssues(
  poll: Poll,
  details: InstanceDetails,
  files: readonly unknown[],
): ContentIssue[] {
  const { maxPollOptions: max, maxPollOptionLength: length } = details;
  if (!max) return [{ path: 'settings.poll', ...sentence('mastodon_no_polls') }];
  const issues = pollIssues(poll, files);
  const at = (field: 'options' | 'expires_in', said: ReturnType<typeof sentence>): void =>
    void issues.push({ path: `settings.poll.${field}`, ...said });
  const { options, expires_in: seconds } = poll;
  if (options.length > max) at('options', sentence('mastodon_poll_too_many', { max }));
  if (new Set(options).size < options.length) at('options', sentence('mastodon_poll_twice'));
  if (options.some((option) => countGraphemes(option) > length)) {
    at('options', sentence('mastodon_poll_option_too_long', { max: length }));
  }
  if (seconds < details.minPollSeconds) {
    at('expires_in', sentence('mastodon_poll_too_short', { min: details.minPollSeconds }));
  }
  if (seconds > details.maxPollSeconds) {
    at('expires_in', sentence('mastodon_poll_too_long', { max: details.maxPollSeconds }));
  }
  return issues;
}
