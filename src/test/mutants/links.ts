/** The guards of short links: one text at every try, clicks without persons, no use for strangers. */
import type { Mutant } from './mutant.ts';

const LINKS = ['src/short-links/short-links.test.ts'];
const CHOICE = ['src/short-links/choice.test.ts'];
const SERVICES = ['src/short-links/services.test.ts'];
const FIND = ['src/short-links/find-links.test.ts'];

export const linkMutants: readonly Mutant[] = [
  {
    id: 'links/prepared-first',
    rule: 'a part whose links become short is not noted as sent before they are',
    file: 'activities/ledger/claim-statement.ts',
    edits: [[' and not "shortLink"', '']],
    tests: LINKS,
  },
  {
    id: 'links/as-sent',
    rule: 'a post is looked for with the short links that were sent',
    file: 'activities/load-request.ts',
    edits: [['row.shortLink ? { ...row, content: await withShortLinks(deps, row) } : row', 'row']],
    tests: LINKS,
  },
  {
    id: 'links/never',
    rule: 'an organisation that wants no short links gets none, whatever was scheduled before',
    file: 'src/short-links/make-links.ts',
    edits: [["if (!facts || facts.mode === 'never') break;", 'if (!facts) break;']],
    tests: CHOICE,
  },
  {
    id: 'links/whole',
    rule: 'an address whose end is not certain is not cut',
    file: 'src/short-links/find-links.ts',
    edits: [['!GOES_ON.test(text.slice(end, end + 2)) && ', '']],
    tests: FIND,
  },
  {
    id: 'links/counted-short',
    rule: 'a text is counted with the links that are published',
    file: 'src/short-links/decide.ts',
    edits: [['if (!shortLink) return content;', 'if (content) return content;']],
    tests: CHOICE,
  },
  {
    id: 'links/channel',
    rule: 'links of a channel that is switched off stay as they are',
    file: 'src/short-links/decide.ts',
    edits: [["case when i.short_links then o.short_links else 'never' end", 'o.short_links']],
    tests: CHOICE,
  },
  {
    id: 'links/no-words',
    rule: 'no code is a word, so none takes an address that is needed later',
    file: 'src/short-links/code.ts',
    edits: [["const SIGNS = '", "const SIGNS = 'aeiouy"]],
    tests: ['src/short-links/code.test.ts'],
  },
  {
    id: 'links/own-parameters',
    rule: 'a parameter that a link has already stays as it is, and is not added once more',
    file: 'src/short-links/link-parameters.ts',
    edits: [[' && !own.has(name)', '']],
    tests: ['src/short-links/link-parameters.test.ts'],
  },
  {
    id: 'links/web-only',
    rule: 'a short link leads to http and https alone, also one that came in an archive',
    file: 'migrations/20261128110000-short-links.ts',
    edits: [["target text not null check (target ~* '^https?://')", 'target text not null']],
    tests: ['src/archive/hostile-rows.test.ts'],
  },
  {
    id: 'links/guesses',
    rule: 'nobody finds short links by trying',
    file: 'src/short-links/follow-links.ts',
    edits: [['await guesses.consume(placeOf(ctx)).catch(refuse);', 'refuse;']],
    tests: LINKS,
  },
  {
    id: 'links/clicks-of-a-place',
    rule: 'no place makes up the clicks of a link',
    file: 'src/short-links/follow-links.ts',
    edits: [['await clicks.consume(place);', 'void place;']],
    tests: LINKS,
  },
  {
    id: 'links/hosts',
    rule: 'hosts that somebody makes up do not fill the database',
    file: 'src/short-links/count-click.ts',
    edits: [['const MAX_REFERRERS = 200;', 'const MAX_REFERRERS = 200_000;']],
    tests: LINKS,
  },
  {
    id: 'links/host-only',
    rule: 'of where a visitor came from only the host is kept',
    file: 'src/short-links/count-click.ts',
    edits: [['? url.hostname :', '? url.href :']],
    tests: LINKS,
  },
  {
    id: 'links/bots',
    rule: 'programs are counted apart from people',
    file: 'src/short-links/follow-links.ts',
    edits: [["isbot(ctx.get('user-agent'))", 'false']],
    tests: LINKS,
  },
  {
    id: 'links/short-domain',
    rule: 'nothing but short links answers on the short domain',
    file: 'src/short-links/follow-links.ts',
    edits: [['if (!isOurs && !isOnShortDomain(ctx, context))', 'if (!isOurs)']],
    tests: LINKS,
  },
  {
    id: 'links/shortener-away',
    rule: 'a service that is away says nothing about the network',
    file: 'activities/network-health.ts',
    edits: [["  'shortener_away',\n", '']],
    tests: SERVICES,
  },
  {
    id: 'links/service-key',
    rule: 'a link is asked for by a key of its own, so a lost answer makes no second one',
    file: 'src/short-links/services/dub.ts',
    edits: [['externalId: key', 'externalId: crypto.randomUUID()']],
    tests: SERVICES,
  },
  {
    id: 'links/kutt-taken',
    rule: 'a link that Kutt has made already is found, whatever status it says that with',
    file: 'src/short-links/services/kutt.ts',
    edits: [['&& IN_USE.test(error.message)', '&& !error']],
    tests: SERVICES,
  },
  {
    id: 'links/create-free',
    rule: 'creating a post asks the database nothing about short links',
    file: 'src/posts/create/create-post.ts',
    edits: [
      [
        "  context.faultPoint('create:before-commit');\n",
        "  await context.database.query({ name: 'links', text: 'select 1 from short_link limit 1' });\n",
      ],
    ],
    tests: ['src/short-links/choice.test.ts'],
  },
  {
    id: 'links/own-domain',
    rule: 'what a service answers is sent only if it is on its own domain',
    file: 'src/short-links/services/index.ts',
    edits: [['url.host === URL.parse(`https://${shortener.domain}`)?.host', 'true']],
    tests: SERVICES,
  },
  {
    id: 'links/leads-elsewhere',
    rule: 'a link that leads somewhere else than asked is not sent',
    file: 'src/short-links/services/service.ts',
    edits: [["hostOf(leads.to) !== hostOf(leads.asked ?? '')", 'false']],
    tests: SERVICES,
  },
  {
    id: 'links/key-quoted',
    rule: 'the key of a service is neither shown nor logged, also if the service quotes it',
    file: 'src/short-links/services/service.ts',
    edits: [["rest.replaceAll(key, '[redacted]')", 'rest']],
    tests: SERVICES,
  },
  {
    id: 'links/clicks-once',
    rule: 'a click that a service tells of is counted once',
    file: 'src/short-links/collect-clicks.ts',
    edits: [['greatest(0, total - coalesce(known, 0))', 'total']],
    tests: SERVICES,
  },
];
