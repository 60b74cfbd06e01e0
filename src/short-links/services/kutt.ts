import { LinkRefused, addressIn, fieldOf, type Shortener } from './service.ts';

/**
 * Kutt. A link is known by its address, `customurl`: one that is taken is refused with 400, "Custom URL is
 * already in use.", and found in the list (thedevs-network/kutt, docs/api and server/handlers).
 */
export const kutt = (domain: string): Shortener => ({
  name: 'kutt',
  domain,
  async shorten({ target, key }, call) {
    const body = { target, domain, customurl: key, reuse: false };
    const made = await call({ method: 'POST', path: '/links', body });
    if (made.status !== 400 || !/already in use/i.test(JSON.stringify(made.body))) {
      return addressIn(made, fieldOf(made.body, 'link'));
    }
    const listed = await call({ path: `/links?limit=10&skip=0&search=${key}` });
    const links = (fieldOf(listed.body, 'data') ?? []) as {
      address?: string;
      link?: string;
      target?: string;
    }[];
    const own = links.find((link) => link.address === key && link.target === target);
    if (!own?.link) throw new LinkRefused(`the address ${key} is taken`);
    return own.link;
  },
  async check(call) {
    const answer = await call({ path: '/links?limit=1&skip=0' });
    addressIn(answer, answer.status < 300 ? `https://${domain}` : undefined);
  },
});
