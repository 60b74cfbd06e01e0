import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '../secrets.ts';

/**
 * Whether an Authorization header carries the token, raw or after `Bearer `. Hashes have one length, so the
 * comparison takes the same time for every wrong one.
 */
export function carriesToken(header: string | undefined, token: string): boolean {
  const sent = (header ?? '').trim().replace(/^bearer\s+/i, '');
  return timingSafeEqual(Buffer.from(hashToken(sent)), Buffer.from(hashToken(token)));
}
