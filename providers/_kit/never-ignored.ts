/**
 * Settings that change who sees a post or what it means, by the names and values that networks and their
 * clients use for them. One that a network does not have is refused, because a post without it is another
 * post: public instead of for followers, without its warning, without its poll.
 *
 * Names from docs.joinmastodon.org/methods/statuses, docs.x.com (POST /2/tweets), developers.facebook.com
 * (Page feed, Threads), learn.microsoft.com/linkedin (Posts API), developers.tiktok.com (`post_info`),
 * developers.google.com/youtube/v3/docs/videos (`status`), developer.wordpress.org/rest-api/reference/posts,
 * docs.bsky.app (labels, threadgate, postgate), tumblr/docs, core.telegram.org/bots/api, dev.vk.com.
 */

import type { Concern } from './sentences/content.ts';

interface Rule {
  readonly concern: Concern;
  /** Whether a value changes nothing: the network does the same without it. */
  readonly isPlain: (value: unknown) => boolean;
  /** Without spaces, dashes and capital letters (`wordOf`). */
  readonly names: string;
  /**
   * The name alone proves nothing: a network's own field of that name is about this only if it has such
   * values.
   */
  readonly byValues?: boolean;
}

const setOf = (text: string): ReadonlySet<string> => new Set(['', ...text.trim().split(/\s+/)]);

const OFF = 'false no off none never null undefined 0';
const OPEN = setOf(
  `public publicly publictoeveryone everyone everybody anyone anybody any all world worldwide global open
  default visible unrestricted enabled allowed allow false no off null undefined 0`,
);
const CLOSED = setOf(
  'false no off 0 none nobody noone never closed close disabled disable denied deny private',
);
const NOTHING = setOf(OFF);
const UNSEEN = setOf(
  `private unlisted hidden secret direct limited restricted followers followersonly followerofcreator friends
  friendsonly mutualfollowfriends mutuals mutualsonly connections contacts subscribers subscribersonly members
  membersonly selfonly onlyme local localonly loggedin password paid circle closefriends unpublished`,
);
const UNFINISHED = setOf(
  'draft drafts pending private unpublished upload mediaupload queued inreview review future scheduled trash archived',
);
const MATURE = setOf(
  'nsfw porn sexual nudity nude adult mature graphic graphicmedia gore spoiler sensitive nounauthenticated',
);

/**
 * The form of a name in which spelling makes no difference: `spoiler_text`, `spoilerText`, `Spoiler-Text`.
 */
export const wordOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** A value that holds more is none of those that change nothing. */
const MAX_LEAVES = 200;

/** The single values inside a value, as text. */
function* leavesOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) yield wordOf(String(value ?? ''));
  else for (const one of Object.values(value)) yield* leavesOf(one);
}

function eachLeaf(value: unknown, fits: (word: string) => boolean): boolean {
  let seen = 0;
  for (const word of leavesOf(value)) if (!fits(word) || ++seen > MAX_LEAVES) return false;
  return true;
}

const all =
  (words: ReadonlySet<string>) =>
  (value: unknown): boolean =>
    eachLeaf(value, (word) => words.has(word));
/** The empty value is in every set, and does not count. */
const none =
  (words: ReadonlySet<string>) =>
  (value: unknown): boolean =>
    eachLeaf(value, (word) => !word || !words.has(word));
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : all(NOTHING)(value);

/** A poll is what it lets people choose; how long it runs and how often one may vote make none. */
function isNoPoll(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((choice) => eachLeaf(choice, (word) => !word));
  if (typeof value !== 'object' || value === null) return all(NOTHING)(value);
  return Object.values(value).every(
    (one) =>
      typeof one === 'number' ||
      typeof one === 'boolean' ||
      (typeof one === 'string' ? /^\s*\d*\s*$/.test(one) || NOTHING.has(wordOf(one)) : isNoPoll(one)),
  );
}

const RULES: readonly Rule[] = [
  {
    concern: 'who sees a post',
    isPlain: all(OPEN),
    names: `visibility visibleto visibleuserids visibleusers allowedusers recipients privacy audience whocansee whocanseeit whocanview viewers viewableby
      shownto sharewith accesslevel feeddistribution`,
  },
  {
    concern: 'who sees a post',
    isPlain: all(NOTHING),
    names: `private unlisted delisted hidden restricted secret locked hidefrom unpublished localonly followersonly followeronly friendsonly
      mutualsonly membersonly memberonly subscribersonly subscriberonly donutonly paidonly premiumonly
      loggedinonly closefriends closefriendsonly circle circleid circleids superfollowersonly
      forsuperfollowersonly nullcast darkpost ghostpost nostory forsourceonly hidefromfeed hidefromhome
      hidefromhashnodefeed password paywall paywallamount donutpaidduration targeting feedtargeting
      targetaudience targetentities allowlistedcountrycodes geogating regionrestriction blockedregions
      agerestricted agerestriction minage`,
  },
  {
    concern: 'who sees a post',
    isPlain: none(CLOSED),
    names: 'public listed searchable federated sharetofeed showinfeed publicstatsviewable',
  },
  { concern: 'who sees a post', isPlain: none(UNSEEN), names: 'type access scope', byValues: true },
  { concern: 'drafts', isPlain: all(NOTHING), names: 'draft savedraft saveasdraft asdraft' },
  {
    concern: 'drafts',
    isPlain: (value) => none(CLOSED)(value) && none(UNFINISHED)(value),
    names: 'published publish publishnow',
  },
  {
    concern: 'drafts',
    isPlain: (value) => none(UNFINISHED)(value) && none(UNSEEN)(value),
    names: `status state publishstatus publicationstatus articlestatus lifecyclestate unpublishedcontenttype
      contentpostingmethod postingmethod postmode`,
  },
  {
    concern: 'warnings',
    isPlain: all(NOTHING),
    names: `spoilertext spoiler spoilers contentwarning contentwarnings cw warning warnings triggerwarning
      sensitive possiblysensitive sensitivemedia assensitive nsfw over18 adult adultcontent mature
      maturecontent explicit spoilermedia selflabels contentlabels contentlabel communitylabel
      communitylabels communitylabelcategories`,
  },
  { concern: 'warnings', isPlain: none(MATURE), names: 'labels' },
  {
    concern: 'polls',
    isPlain: isNoPoll,
    names: 'poll polls polloptions pollchoices pollattachment pollquestion',
  },
  {
    concern: 'who may reply',
    isPlain: all(OPEN),
    names: `replysettings replycontrol replypolicy replyrestriction replyaudience whocanreply whocanreplypost
      whocancomment whomayreply whomaycomment whocanreplyto`,
  },
  {
    concern: 'who may reply',
    isPlain: all(NOTHING),
    names: `disablecomment disablecomments commentdisabled commentsdisabled nocomments closecomments
      turnoffcomments lockcomments disablereplies disablereply repliesdisabled noreplies
      enablereplyapprovals approvecomments`,
  },
  { concern: 'who may reply', isPlain: isEmpty, names: 'threadgate' },
  {
    concern: 'who may reply',
    isPlain: none(CLOSED),
    names: `comment comments commentstatus commentpolicy allowcomment allowcomments enablecomment
      enablecomments commentenabled commentsenabled cancomment allowreply allowreplies enablereplies
      repliesenabled replyable canreply`,
  },
  {
    concern: 'who may quote or share',
    isPlain: all(OPEN),
    names: `quotepolicy quoteapprovalpolicy quotecontrol quotesettings whocanquote whocanshare whocanreblog
      whocanremix interactabilityreblog`,
  },
  {
    concern: 'who may quote or share',
    isPlain: all(NOTHING),
    names: `disablequote disablequotes disableduet disablestitch disableshare disablesharing disablereblog
      disableremix noquotes protectcontent reshareddisabledbyauthor resharedisabledbyauthor`,
  },
  { concern: 'who may quote or share', isPlain: isEmpty, names: 'postgate' },
  {
    concern: 'who may quote or share',
    isPlain: none(CLOSED),
    names: `allowquote allowquotes quotable allowshare allowsharing allowreblog allowreblogs allowduet
      allowstitch allowremix boostable reblogable shareable`,
  },
  {
    concern: 'dates of its own',
    isPlain: all(NOTHING),
    names: `scheduledat scheduledfor scheduledtime scheduledate scheduleddate scheduletime scheduleat
      scheduledpublishtime publishat publishdate publishtime publishon publishedat postat postdate dategmt`,
  },
  {
    concern: 'an end of a post',
    isPlain: all(NOTHING),
    names: `expiresat expiresin expiresafter expiration expirationdate expiry expirydate deleteat deleteafter
      autodelete autodeleteafter ephemeral disappearing selfdestruct`,
  },
  {
    concern: 'answers and quotes',
    isPlain: all(NOTHING),
    names: `inreplyto inreplytoid inreplytostatusid inreplytotweetid replytoid replytotweetid replytopostid
      replytostatusid replytomessageid replyparameters messagereference threadts quotedstatusid quotedpostid
      quotetweetid quotepostid`,
  },
];

const BY_NAME: ReadonlyMap<string, Rule> = new Map(
  RULES.flatMap((rule) =>
    rule.names
      .trim()
      .split(/\s+/)
      .map((name) => [name, rule] as const),
  ),
);

/** What stands before or behind a name without changing it. */
const BEFORE = /^(?:is|has|mark(?:as)?|set|post|toot|tweet|note|video|media|status|thread|article)(?=.{2})/;
const BEHIND =
  /(?<=.{2})(?:settings?|levels?|status|types?|options?|controls?|polic(?:y|ies)|modes?|values?)$/;
/** Names that are recognised with one wrong letter: nobody can mean anything else by them. */
const DISTINCT = ['visibility', 'privacy', 'audience', 'spoilertext', 'contentwarning', 'sensitive'];

/** No name that anybody means is longer. */
const LONGEST_NAME = 200;

/** The rule of a name, which may lead to a field inside: `poll[options][]`, `status.privacyStatus`. */
function ruleOf(field: string): Rule | undefined {
  const name = field.slice(0, LONGEST_NAME);
  return [name, ...name.split(/[.:/[\]]/)].map(ruleOfOne).find((rule) => rule !== undefined);
}

function ruleOfOne(name: string): Rule | undefined {
  const word = wordOf(name);
  // `poll_option_1`; `over_18` is a name.
  const known = [word, word.replace(/\p{N}+$/u, '')]
    .flatMap((one) => [one, one.replace(BEFORE, '')])
    .flatMap((one) => [one, one.replace(BEHIND, '')])
    .find((one) => BY_NAME.has(one));
  const match = known ?? DISTINCT.find((one) => distance(one, word) === 1);
  return match === undefined ? undefined : BY_NAME.get(match);
}

/** What a field is about, if a post with this value in it is another post than without; else undefined. */
export function concernOf(name: string, value: unknown): Concern | undefined {
  const rule = ruleOf(name);
  return rule && !rule.isPlain(value) ? rule.concern : undefined;
}

/** Whether an object of this name is checked as a whole: how long a missing poll runs does not matter. */
export const isReadWhole = (name: string): boolean => ruleOf(name)?.concern === 'polls';

/** What a field of a network decides, by its name and the values that it may have. */
export function concernsOfField(name: string, values: readonly unknown[]): Concern[] {
  const rule = ruleOf(name);
  if (!rule) return [];
  const hides = !none(UNSEEN)(values);
  if (rule.byValues) return hides ? [rule.concern] : [];
  // A status can be both: draft, and private.
  return rule.concern === 'drafts' && hides ? [rule.concern, 'who sees a post'] : [rule.concern];
}

/** Every name, for the test over all networks. */
export const NEVER_IGNORED: readonly string[] = [...BY_NAME.keys()];

/** The number of letters to add, leave out or change to turn one word into the other (Levenshtein). */
export function distance(a: string, b: string): number {
  // More is as good as different.
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (b[j - 1] === letter ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
