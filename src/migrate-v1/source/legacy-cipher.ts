/**
 * How v1 keeps secrets: AES-256-CBC as hexadecimal, key and IV made from JWT_SECRET as OpenSSL's
 * `EVP_BytesToKey` does (MD5, one round, no salt), which Node once called `createCipher`.
 */
import { createDecipheriv } from 'node:crypto';
import evpBytesToKey from 'evp_bytestokey';

/** A value that this JWT_SECRET does not open. Holds nothing of the value. */
export class UnreadableSecret extends Error {
  constructor() {
    super('It was not encrypted with this JWT_SECRET');
  }
}

/** Opens what an instance with this JWT_SECRET encrypted. @throws UnreadableSecret */
export type OpenSecret = (hex: string) => string;

export function openerOf(jwtSecret: string): OpenSecret {
  const { key, iv } = evpBytesToKey(Buffer.from(jwtSecret, 'utf8'), null, 256, 16);
  return (hex) => {
    // Buffer.from stops at the first character that is not hexadecimal, and would say nothing.
    if (!/^(?:[0-9a-f]{32})+$/i.test(hex)) throw new UnreadableSecret();
    try {
      const decipher = createDecipheriv('aes-256-cbc', key, iv);
      const bytes = Buffer.concat([decipher.update(hex, 'hex'), decipher.final()]);
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      // A wrong key ends in wrong padding or in bytes that are no text; either says the same.
      throw new UnreadableSecret();
    }
  };
}
