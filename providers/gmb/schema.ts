/**
 * Settings of a post on a Google Business Profile
 * (developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts).
 */
import type { JsonSchema } from '../_kit/contract.ts';
import { urlField } from '../_kit/setting-fields.ts';

/** Kinds of posts (`topicType`). */
export const TOPICS = ['STANDARD', 'EVENT', 'OFFER'] as const;

/** Buttons that lead to an address (`callToAction.actionType`). */
export const LINK_ACTIONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'GET_OFFER'] as const;

/** No button, or one that calls the business and so has no address. */
const OTHER_ACTIONS = ['NONE', 'CALL'] as const;

/** Google names no limits of the texts of events and offers; these are bounds of this product. */
const text = (maxLength: number, description: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength,
  description,
});

/** An optional day as clients send it; an empty text and null mean that none is given. */
const day = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength: 10,
  if: { maxLength: 0 },
  else: { format: 'date' },
  description,
});

const time = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength: 5,
  pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$',
  description,
});

/** When `field` has one of `values`, `needed` must be given; null, which is given, is left to `validate`. */
function needs(field: string, values: readonly string[], needed: string): JsonSchema {
  return {
    if: { not: { properties: { [field]: { enum: [...values] } }, required: [field] } },
    else: { properties: { [needed]: { type: ['string', 'null'], minLength: 1 } }, required: [needed] },
  };
}

/** Every field is optional; an empty text counts as not given. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'gmb' },
    topicType: {
      enum: [...TOPICS, '', null],
      default: 'STANDARD',
      description: 'Kind of the post: STANDARD, EVENT (with a title) or OFFER',
    },
    callToActionType: {
      enum: [...OTHER_ACTIONS, ...LINK_ACTIONS, '', null],
      description:
        'Button of the post; all but NONE and CALL need callToActionUrl. Google shows no button on an OFFER',
    },
    callToActionUrl: urlField(
      'Address that the button leads to; http or https. CALL uses the phone number of the profile instead',
    ),
    eventTitle: text(1000, 'Name of the event, needed for an EVENT; for an OFFER the title of the offer'),
    eventStartDate: day('First day, YYYY-MM-DD; the day of publication if not given'),
    eventEndDate: day('Last day, YYYY-MM-DD, not before the first; the first day if not given'),
    eventStartTime: time('Time of the start, HH:MM of 24 hours, in the time zone of the profile'),
    eventEndTime: time('Time of the end, HH:MM of 24 hours, in the time zone of the profile'),
    offerCouponCode: text(1000, 'Code of an OFFER that customers show or enter'),
    offerRedeemUrl: urlField('Address where an OFFER is redeemed; http or https'),
    offerTerms: text(5000, 'Terms and conditions of an OFFER'),
  },
  allOf: [
    needs('callToActionType', LINK_ACTIONS, 'callToActionUrl'),
    needs('topicType', ['EVENT'], 'eventTitle'),
  ],
};
