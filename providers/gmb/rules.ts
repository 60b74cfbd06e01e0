/**
 * Limits of a post on a Google Business Profile that can be checked before anything is sent
 * (support.google.com/business/answer/7662907 and /6103862).
 */
import type { ContentIssue, ContentRules, Network } from '../_kit/contract.ts';
import { MIB } from '../_kit/media-rules.ts';
import { checkReach } from '../_kit/public-url.ts';
import { LINK_ACTIONS } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

export const PUBLISH_TIMEOUT_MS = 60_000;

/** An event without a date is of the day on which it is published. */
export const KEPT_MS = 3_600_000;

const sentence = catalogue(english);

const MAX_SUMMARY = 1500;

/** Of a photo (developers.google.com/my-business/content/upload-photos). */
const MIN_PHOTO_BYTES = 10_240;
const MIN_SIDE = 250;

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_SUMMARY,
  length: (text) => Array.from(text).length,
  media: {
    maxImages: 1,
    maxVideos: 0,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png'],
    videoTypes: [],
    maxImageBytes: 5 * MIB,
    maxVideoBytes: 0,
    image: { minWidth: MIN_SIDE, minHeight: MIN_SIDE },
  },
  description:
    'Plain text of up to 1,500 characters; Google may reject text with a phone number. At most one photo: ' +
    'JPEG or PNG, 10 KiB to 5 MiB, at least 250 × 250 pixels (ideally 720 × 720); no video. An event needs ' +
    'a title. One part only.',
};

type Texts = Readonly<Record<string, string | null | undefined>>;

const blank = (text: string | null | undefined): boolean => !text?.trim();

export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const issues: ContentIssue[] = item.media
    .filter((file) => file.kind === 'image' && file.size < MIN_PHOTO_BYTES)
    .map((file) => ({
      path: `value.${item.position}.image`,
      ...sentence('file_too_few_bytes', { file: file.fileName, size: file.size, min: MIN_PHOTO_BYTES }),
    }));
  issues.push(...checkReach('Google', item));
  return item.position === 0 ? [...issues, ...settingsIssues(settings as Texts)] : issues;
};

function settingsIssues(settings: Texts): ContentIssue[] {
  const issues: ContentIssue[] = [];
  const {
    topicType,
    callToActionType,
    eventTitle,
    eventStartDate,
    eventEndDate,
    eventStartTime,
    eventEndTime,
  } = settings;
  if ((LINK_ACTIONS as readonly unknown[]).includes(callToActionType) && blank(settings.callToActionUrl)) {
    issues.push({
      path: 'settings.callToActionUrl',
      ...sentence('gmb_button_needs_it', { button: String(callToActionType) }),
    });
  }
  if (topicType === 'EVENT' && blank(eventTitle)) {
    issues.push({ path: 'settings.eventTitle', ...sentence('gmb_event_needs_it') });
  }
  if ((topicType !== 'EVENT' && topicType !== 'OFFER') || !eventStartDate || !eventEndDate) return issues;
  // Days and times can be compared as strings.
  if (eventEndDate < eventStartDate) {
    issues.push({
      path: 'settings.eventEndDate',
      ...sentence('gmb_day_before_start', { day: eventEndDate, start: eventStartDate }),
    });
  }
  if (eventEndDate === eventStartDate && eventStartTime && eventEndTime && eventEndTime < eventStartTime) {
    issues.push({
      path: 'settings.eventEndTime',
      ...sentence('gmb_time_before_start', { time: eventEndTime, start: eventStartTime }),
    });
  }
  return issues;
}
