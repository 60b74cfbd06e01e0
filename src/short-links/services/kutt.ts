import {
  LinkRefused,
  ShortenerAway,
  urlIn,
  assertOwn,
  clicksIn,
  fieldOf,
  type Call,
  type Shortener,
} from './service.ts';

/**
 * Kutt. A link is identified by its path, `customurl`. One that is taken is answered with 500, "Custom URL is
 * already in use.", and found in the list, whose search looks into paths and targets (thedevs-network/kutt
 * 3.2.3: server/handlers/links.handler.js, server/utils/utils.js, server/queries/link.queries.js).
 */
export const kutt = (domain: string, endpoint: string): Shortener => ({
  name: 'kutt',
  domain,
  async shorten({ target, key }, call) {
    const body = { target, domain, customurl: key, reuse: false };
    const made = await call({ method: 'POST', path: '/links', body }).catch((error: unknown) => {
      if (error instanceof ShortenerAway && IN_USE.test(error.message)) return undefined;
      throw error;
    });
    // Where links without an account are allowed, this is its only sign of a wrong key.
    if (made && made.status < 500 && ONLY_USERS.test(JSON.stringify(made.body))) {
      throw new ShortenerAway('Kutt does not take the key', { status: made.status });
    }
    if (made) {
      const to = fieldOf(made.body, 'target');
      return urlIn(made, fieldOf(made.body, 'link'), { to, asked: target });
    }
    const own = await find(call, key);
    if (fieldOf(own, 'target') !== target) throw new LinkRefused(`the name ${key} is taken`);
    return urlIn({ status: 200, body: own }, fieldOf(own, 'link'));
  },
  async clicks({ key }, call) {
    return clicksIn({ status: 200, body: null }, { people: fieldOf(await find(call, key), 'visit_count') });
  },
  async check(call) {
    const answer = await call({ path: '/links?limit=1&skip=0' });
    urlIn(answer, answer.status < 300 ? `https://${domain}` : undefined);
    // Everybody may use the domain of the server itself (server/handlers/users.handler.js: `domains`).
    if (domain === new URL(endpoint).host) return;
    assertOwn(domain, fieldOf((await call({ path: '/users' })).body, 'domains'), 'address');
  },
});

const IN_USE = /already in use/i;
const ONLY_USERS = /Only users can use this field/i;

async function find(call: Call, key: string): Promise<unknown> {
  const listed = await call({ path: `/links?limit=10&skip=0&search=${key}` });
  const links = fieldOf(listed.body, 'data');
  return Array.isArray(links) ? links.find((link) => fieldOf(link, 'address') === key) : undefined;
}
