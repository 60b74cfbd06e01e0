/** A post as Google takes it (`LocalPost` of the Google My Business API v4). */
import type { Json, PublishRequest } from '../_kit/contract.ts';

type Texts = Readonly<Record<string, string | null | undefined>>;

const trimmed = (text: string | null | undefined): string => text?.trim() ?? '';

/** "2031-05-04" as Google's `Date`. */
const dateOf = (day: string): Json => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
};

/** "09:30" as Google's `TimeOfDay`. */
const timeOf = (time: string): Json => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { hours, minutes };
};

const MAX_TITLE = 58;

/** An offer has to have a title: its own, or the first line of the text. */
function titleOf(settings: Texts, text: string): string {
  const first = text.split('\n').find((line) => line.trim()) ?? '';
  return trimmed(settings.eventTitle) || Array.from(first.trim()).slice(0, MAX_TITLE).join('') || 'Offer';
}

/** Days are by the calendar of the profile, which Google does not reveal: without one, today's in UTC. */
function eventOf(settings: Texts, text: string, today: string): Json {
  const start = trimmed(settings.eventStartDate) || today;
  const end = trimmed(settings.eventEndDate) || start;
  const [startTime, endTime] = [trimmed(settings.eventStartTime), trimmed(settings.eventEndTime)];
  return {
    title: titleOf(settings, text),
    schedule: {
      startDate: dateOf(start),
      ...(startTime ? { startTime: timeOf(startTime) } : {}),
      endDate: dateOf(end < start ? start : end),
      ...(endTime ? { endTime: timeOf(endTime) } : {}),
    },
  };
}

/** CALL uses the number of the profile; an offer has no button. */
function buttonOf({ callToActionType: type, callToActionUrl: url }: Texts): Json {
  if (!type || type === 'NONE') return null;
  return type === 'CALL' ? { actionType: type } : { actionType: type, url: trimmed(url) };
}

function offerOf({ offerCouponCode, offerRedeemUrl, offerTerms }: Texts): Json {
  const [code, url, terms] = [trimmed(offerCouponCode), trimmed(offerRedeemUrl), trimmed(offerTerms)];
  return {
    ...(code ? { couponCode: code } : {}),
    ...(url ? { redeemOnlineUrl: url } : {}),
    ...(terms ? { termsConditions: terms } : {}),
  };
}

/** Everything but the photo, whose URL differs each time. */
export function localPost(
  { item, settings, channel }: Pick<PublishRequest, 'item' | 'settings' | 'channel'>,
  now: Date,
): Record<string, Json> {
  const texts = settings as Texts;
  const topicType = trimmed(texts.topicType) || 'STANDARD';
  const button = topicType === 'OFFER' ? null : buttonOf(texts);
  const hasEvent = topicType === 'EVENT' || topicType === 'OFFER';
  const offer = topicType === 'OFFER' ? offerOf(texts) : null;
  return {
    languageCode: String(channel.details.language ?? 'en'),
    topicType,
    ...(item.text ? { summary: item.text } : {}),
    ...(button ? { callToAction: button } : {}),
    ...(hasEvent ? { event: eventOf(texts, item.text, now.toISOString().slice(0, 10)) } : {}),
    ...(offer && Object.keys(offer).length ? { offer } : {}),
  };
}
