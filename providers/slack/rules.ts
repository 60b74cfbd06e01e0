/** Limits that can be checked before anything is sent. */
import type { ContentIssue, ContentRules, Provider } from '../_kit/contract.ts';
import { mrkdwnOf } from './text.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** Slack does not document for how long an upload can be completed. */
export const KEPT_MS = 3_600_000;

/** Upper bound for the one call: Slack answers once the message is stored, and processes files afterwards. */
export const PUBLISH_TIMEOUT_MS = 30_000;

const sentence = catalogue(english);

/** Longer text is truncated (docs.slack.dev/reference/methods/chat.postMessage, "Truncating content"). */
export const MAX_TEXT = 40_000;
/** Else `alt_txt_too_large` (docs.slack.dev/reference/methods/files.getUploadURLExternal). */
const MAX_ALT = 1000;
/** Slack's help: "Each file can be up to 1 GB". */
const MAX_FILE = 1024 ** 3;
/** As in Slack's own composer; the API documents no limit. */
const MAX_FILES = 10;

/** Ids of conversations that a bot can be in. A name (`#general`) is not enough: `verify` needs the id. */
const CONVERSATION = /^[CGD][A-Z0-9]+$/;

/**
 * Text counts as it is sent: escaped, in UTF-16 units. Slack does not define a character, and truncates
 * longer text without an error, so this is the strictest reading.
 */
export const rules: ContentRules = {
  format: 'html',
  maxLength: () => MAX_TEXT,
  length: (text) => mrkdwnOf(text).length,
  media: {
    maxFiles: MAX_FILES,
    maxImages: MAX_FILES,
    maxVideos: MAX_FILES,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    maxImageBytes: MAX_FILE,
    maxVideoBytes: MAX_FILE,
  },
  description:
    "Text in Slack's mrkdwn (*bold*, _italic_, ~strike~, <https://…|link text>) of up to 40,000 " +
    'characters; &, < and > count as 5, 4 and 4, because they are escaped. Up to 10 pictures and videos ' +
    'together, each with a description of up to 1,000 characters. Further parts become replies in the ' +
    'thread of the first.',
};

export const validate: NonNullable<Provider['validate']> = ({ item, settings }) => {
  const path = `value.${item.position}`;
  const issues: ContentIssue[] = [];
  if (!CONVERSATION.test(String(settings.channel))) {
    issues.push({ path: 'settings.channel', ...sentence('slack_not_a_conversation_id') });
  }
  item.media.forEach((file, i) => {
    if (file.alt.length > MAX_ALT) {
      issues.push({
        path: `${path}.image.${i}`,
        ...sentence('description_too_long', { length: file.alt.length, network: 'Slack', max: MAX_ALT }),
      });
    }
    if (file.size === 0) issues.push({ path: `${path}.image.${i}`, ...sentence('file_is_empty') });
  });
  return issues;
};
