import { urlIn, fieldOf, type Shortener } from './service.ts';

/**
 * LinkDrip (docs.linkdrip.com/apis/reference). It knows no key of ours: where the answer to a first request
 * was lost, the second makes another link, and that one is sent.
 */
export const linkDrip = (domain: string): Shortener => ({
  name: 'linkdrip',
  domain,
  async shorten({ target }, call) {
    const body = { target_url: target, custom_domain: domain };
    const answer = await call({ method: 'POST', path: '/create', body });
    return urlIn(answer, fieldOf(answer.body, 'data.short_link'), {
      to: fieldOf(answer.body, 'data.target_url'),
      asked: target,
    });
  },
  async check(call) {
    const answer = await call({ path: '/status' });
    urlIn(answer, fieldOf(answer.body, 'data.status') === 'ok' ? `https://${domain}` : undefined);
  },
});
