import { urlIn, assertOwn, clicksIn, fieldOf, type Shortener } from './service.ts';

/** Where it reports clicks. */
const STATISTICS = 'https://statistics.short.io';

/**
 * Short.io. A link is identified by its path: the same path and target again return the existing link,
 * another target 409 (developers.short.io/reference/linkspost; Short-io/client-node, `createLink`). The
 * header has the key as it is. Clicks are asked for by the link's id (docs.short.io, "Link Statistics").
 */
export const shortIo = (domain: string, endpoint: string): Shortener => ({
  name: 'short.io',
  domain,
  async shorten({ target, key }, call) {
    const body = { originalURL: target, domain, path: key };
    const answer = await call({ method: 'POST', path: '/links', body });
    return urlIn(answer, fieldOf(answer.body, 'secureShortURL') ?? fieldOf(answer.body, 'shortURL'), {
      to: fieldOf(answer.body, 'originalURL'),
      asked: target,
    });
  },
  async clicks({ key }, call) {
    const found = await call({ path: `/links/expand?domain=${encodeURIComponent(domain)}&path=${key}` });
    const id = fieldOf(found.body, 'idString') ?? fieldOf(found.body, 'id');
    if (found.status >= 300 || typeof id !== 'string' || !/^\w+$/.test(id)) return undefined;
    const at = new URL(endpoint).hostname === 'api.short.io' ? STATISTICS : endpoint;
    const answer = await call({ at, path: `/statistics/link/${id}?period=total&tz=UTC` });
    const [all, people] = ['totalClicks', 'humanClicks'].map((name) => numberOf(fieldOf(answer.body, name)));
    return clicksIn(answer, { people, bots: Number(all) - Number(people) });
  },
  async check(call) {
    const answer = await call({ path: '/api/domains' });
    urlIn(answer, answer.status < 300 ? `https://${domain}` : undefined);
    assertOwn(domain, answer.body, 'hostname');
  },
});

/** A count, also one that is written as a text. */
const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
