import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { readPictures } from './list.ts';

const FOLDER = 'docs/networks';

describe('the pictures of networks', () => {
  it('are those that are listed, each with what is seen, on what and when', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.webp'));
    expect(
      readPictures()
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(files.toSorted());
    for (const { network, caption, what, at } of readPictures()) {
      expect([network, caption, what].every(Boolean)).toBe(true);
      expect(at).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  it.each(readPictures().map(({ file }) => file))('load quickly, and show something: %s', async (file) => {
    const path = join(FOLDER, file);
    expect(statSync(path).size).toBeLessThan(200_000);
    const { width, height } = await sharp(path).metadata();
    expect([width > 300, height > 100]).toEqual([true, true]);
    // A page that did not load is of one colour.
    expect((await sharp(path).stats()).entropy).toBeGreaterThan(0.05);
  });
});
