import { describe, expect, it } from '@jest/globals';
import { interleave, median, percentile, spread } from './arithmetic.ts';

describe('the arithmetic of the benchmarks', () => {
  it('takes percentiles by nearest rank, in any order', () => {
    const values = [50, 10, 40, 20, 30];
    expect([0, 0.2, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([10, 10, 30, 50, 50]);
    expect(percentile([7], 0.5)).toBe(7);
    expect(() => percentile([], 0.5)).toThrow(RangeError);
  });

  it('takes the median between two middle values', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(() => median([])).toThrow(RangeError);
  });

  it('gives median and range', () => {
    expect(spread([0.9, 0.7, 0.8])).toEqual({ median: 0.8, min: 0.7, max: 0.9 });
  });

  it('reverses the order of the sides every other round', () => {
    expect(interleave(['A', 'B'], 4).flat().join('')).toBe('ABBAABBA');
    expect(interleave(['A', 'B', 'C'], 2).flat().join('')).toBe('ABCCBA');
    expect(interleave(['A', 'B'], 0)).toEqual([]);
  });
});
