import { expect, it } from '@jest/globals';
import { createECDH } from 'node:crypto';
import { decrypt } from './push-service.ts';

// RFC 8291, section 5.
const BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';

it('The browser of the stand-in reads the message of RFC 8291, and no other key does', () => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const body = Buffer.from(BODY, 'base64url');
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  expect(decrypt(body, { keys, auth }).toString()).toBe('When I grow up, I want to be a watermelon');
  expect(() => decrypt(body, { keys, auth: Buffer.alloc(16) })).toThrow('unable to authenticate');
});
