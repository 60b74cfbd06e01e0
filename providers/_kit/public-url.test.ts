import { describe, expect, it } from '@jest/globals';
import { isPublicUrl } from './public-url.ts';

describe('a URL that a network fetches from', () => {
  it.each([
    'https://crier.example/uploads/a.png',
    'https://203.0.114.9/a.png',
    'https://[2606:4700::1]/a.png',
  ])('%s may be reached from outside', (url) => expect(isPublicUrl(url)).toBe(true));

  it.each([
    'http://crier.example/uploads/a.png',
    'https://localhost/a.png',
    'https://crier.local/a.png',
    'https://crier/a.png',
    'https://127.0.0.1/a.png',
    'https://192.168.1.4/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:10.0.0.1]/a.png',
    '/uploads/a.png',
  ])('%s cannot', (url) => expect(isPublicUrl(url)).toBe(false));
});
