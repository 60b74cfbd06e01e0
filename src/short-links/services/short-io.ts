import { addressIn, fieldOf, type Shortener } from './service.ts';

/**
 * Short.io. A link is known by its path: the same path and address again answer the link that there is,
 * another address 409 (developers.short.io/reference/linkspost). The key stands in the header as it is.
 */
export const shortIo = (domain: string): Shortener => ({
  name: 'short.io',
  domain,
  async shorten({ target, key }, call) {
    const body = { originalURL: target, domain, path: key };
    const answer = await call({ method: 'POST', path: '/links', body });
    return addressIn(answer, fieldOf(answer.body, 'secureShortURL') ?? fieldOf(answer.body, 'shortURL'));
  },
  async check(call) {
    const answer = await call({ path: '/api/domains' });
    addressIn(answer, answer.status < 300 ? `https://${domain}` : undefined);
  },
});
