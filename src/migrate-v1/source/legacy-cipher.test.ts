import { describe, expect, it } from '@jest/globals';
import { UnreadableSecret, openerOf } from './legacy-cipher.ts';

// openssl enc -aes-256-cbc -md md5 -nosalt -k 'a jwt secret' | xxd -p
const SEALED =
  'acc5b65a5fbe40d3eebea0c785dc4616076545f8ab21bebd7c0626d0756085b29102791a9bd2328aac1ccfa9b54ad79847b5616a334d22c41e15509ea0c49911';

describe('A secret of v1', () => {
  it('opens with its JWT_SECRET, as OpenSSL made it', () => {
    expect(openerOf('a jwt secret')(SEALED)).toBe('{"service":"https://pds.example","password":"s3cret"}');
  });

  it('does not open with another, and the error reveals nothing of it', () => {
    expect(() => openerOf('another')(SEALED)).toThrow(UnreadableSecret);
  });

  it.each(['', 'not hexadecimal', SEALED.slice(2), `${SEALED}zz`])('is nothing else: "%.20s"', (text) => {
    expect(() => openerOf('a jwt secret')(text)).toThrow(UnreadableSecret);
  });
});
