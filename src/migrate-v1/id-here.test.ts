import { describe, expect, it } from '@jest/globals';
import { idHere } from './id-here.ts';

const SOURCE = '0f4f6f0e-5f5e-4b6e-9a55-3d9c1f8f0b11';
const CUID = 'cxa1b2c3d4e5f6g7h8i9j0k1l';

describe('The id of a record of v1', () => {
  it('is kept when it is a UUID, in lower case', () => {
    expect(idHere(SOURCE, 'media', '6F1C6B0A-1111-4C2B-8D3E-9E0F1A2B3C4D')).toBe(
      '6f1c6b0a-1111-4c2b-8d3e-9e0f1a2b3c4d',
    );
  });

  it('becomes the same UUID each time when it is none', () => {
    expect(idHere(SOURCE, 'post', CUID)).toBe(idHere(SOURCE, 'post', CUID));
    expect(idHere(SOURCE, 'post', CUID)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  });

  it('differs between kinds and between sources', () => {
    const other = '1f4f6f0e-5f5e-4b6e-9a55-3d9c1f8f0b11';
    const ids = [
      idHere(SOURCE, 'post', CUID),
      idHere(SOURCE, 'integration', CUID),
      idHere(other, 'post', CUID),
    ];
    expect(new Set(ids).size).toBe(3);
  });
});
