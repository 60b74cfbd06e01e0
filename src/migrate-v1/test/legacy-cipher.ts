import { createCipheriv } from 'node:crypto';
import evpBytesToKey from 'evp_bytestokey';

/** Encrypts as v1 does, for the databases of tests. */
export function sealLegacy(jwtSecret: string, plain: string): string {
  const { key, iv } = evpBytesToKey(Buffer.from(jwtSecret, 'utf8'), null, 256, 16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return cipher.update(plain, 'utf8', 'hex') + cipher.final('hex');
}
