/**
 * Settings of a post on a Google Business Profile
 * (developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts).
 */
import type { JsonSchema } from '../_kit/contract.ts';
import { urlField } from '../_kit/setting-fields.ts';

export const TOPICS = ['STANDARD', 'EVENT', 'OFFER'] as const;

/** Buttons that open a URL (`callToAction.actionType`). */
export const LINK_ACTIONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'GET_OFFER'] as const;

/** No button, or one that calls the business. */
const OTHER_ACTIONS = ['NONE', 'CALL'] as const;

/** Google documents no limits for the texts of events and offers; these are Crier's. */
const text = (maxLength: number, description: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength,
  description,
});

/** An optional day; the empty string and null mean none. */
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

/** Requires `needed` if `field` has one of `values`; `validate` rejects null, which drafts may have. */
function needs(field: string, values: readonly string[], needed: string): JsonSchema {
  return {
    if: { not: { properties: { [field]: { enum: [...values] } }, required: [field] } },
    else: { properties: { [needed]: { type: ['string', 'null'], minLength: 1 } }, required: [needed] },
  };
}

/** Every field is optional; the empty string means that there is none. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'gmb' },
    topicType: {
      enum: [...TOPICS, '', null],
      default: 'STANDARD',
      description: 'Type of the post: standard, event (with a title) or offer',
    },
    callToActionType: {
      enum: [...OTHER_ACTIONS, ...LINK_ACTIONS, '', null],
      description:
        'Button of the post; all except “None” and “Call” need a URL. Google shows no button on ' +
        'an offer',
    },
    callToActionUrl: urlField(
      'URL that the button opens; http or https. “Call” uses the phone number of the profile instead',
    ),
    eventTitle: text(1000, 'Name of the event, required for an event; for an offer, its title'),
    eventStartDate: day('First day, YYYY-MM-DD; default: the day of publication'),
    eventEndDate: day('Last day, YYYY-MM-DD, not before the first; default: the first day'),
    eventStartTime: time('Start time, HH:MM (24 hours), in the time zone of the profile'),
    eventEndTime: time('End time, HH:MM (24 hours), in the time zone of the profile'),
    offerCouponCode: text(1000, 'Coupon code of an offer'),
    offerRedeemUrl: urlField('URL where an offer can be redeemed; http or https'),
    offerTerms: text(5000, 'Terms and conditions of an offer'),
  },
  allOf: [
    needs('callToActionType', LINK_ACTIONS, 'callToActionUrl'),
    needs('topicType', ['EVENT'], 'eventTitle'),
  ],
};
