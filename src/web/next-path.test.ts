import { describe, expect, it } from '@jest/globals';
import { nextPath } from './next-path.ts';

const ORIGIN = 'https://crier.example';

describe('after signing in', () => {
  it.each([
    '/',
    '/settings',
    '/oauth/authorize?client_id=pca_x&state=https%3A%2F%2Fapp.example%2F',
    '/posts/1#timeline',
  ])('a person continues to %s, a path on this origin', (next) => {
    expect(nextPath(next, ORIGIN)).toBe(next);
  });

  it.each([
    null,
    '',
    'settings',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    'https://evil.example/',
    'https://crier.example/settings',
    'javascript:alert(1)',
    ' //evil.example',
  ])('next=%j leads to the home page', (next) => {
    expect(nextPath(next, ORIGIN)).toBe('/');
  });
});
