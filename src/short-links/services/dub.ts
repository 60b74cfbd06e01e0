import { ShortenerAway, urlIn, assertOwn, clicksIn, fieldOf, type Call, type Shortener } from './service.ts';

/**
 * Dub. `externalId` is unique in a workspace: a second link with it is refused with 409, and the first is
 * found by it, with its clicks (dub.co/docs/concepts/links/organization, "External ID"; api-reference "Create
 * a link", "Retrieve a link"). Its analytics, by day and place, need a paid plan and are left to it.
 */
export const dub = (domain: string): Shortener => ({
  name: 'dub',
  domain,
  async shorten({ target, key }, call) {
    const made = await call({
      method: 'POST',
      path: '/links',
      body: { url: target, domain, externalId: key },
    });
    const answer = made.status === 409 ? await call({ path: `/links/info?externalId=ext_${key}` }) : made;
    return urlIn(answer, fieldOf(answer.body, 'shortLink'), {
      to: fieldOf(answer.body, 'url'),
      asked: target,
    });
  },
  async clicks({ key }, call) {
    const answer = await call({ path: `/links/info?externalId=ext_${key}` });
    return clicksIn(answer, { people: fieldOf(answer.body, 'clicks') });
  },
  async check(call) {
    const answer = await call({ path: '/links?pageSize=1' });
    urlIn(answer, answer.status < 300 ? `https://${domain}` : undefined);
    const known = await domainsOf(call);
    if (known) assertOwn(domain, known, 'slug');
  },
});

const PAGE = 50;

/**
 * The domains of the workspace, and those of Dub that it uses (dub.co/api-reference, "Retrieve a list of
 * domains"; dubinc/dub, `GET /domains/default`); undefined where the key may not read them, or there are
 * more.
 */
async function domainsOf(call: Call): Promise<unknown[] | undefined> {
  try {
    const own = (await call({ path: `/domains?pageSize=${PAGE}` })).body;
    const shared = (await call({ path: '/domains/default' })).body;
    if (!Array.isArray(own) || !Array.isArray(shared) || own.length >= PAGE) return undefined;
    return [...(own as unknown[]), ...shared.map((slug: unknown) => ({ slug }))];
  } catch (error) {
    if (error instanceof ShortenerAway && error.status === 403) return undefined;
    throw error;
  }
}
