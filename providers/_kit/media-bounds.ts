/** The shape and the length of pictures and videos, held against the bounds of a network. */
import type { MediaBounds, MediaFile } from './content.ts';
import { sentence } from './sentences/catalogue.ts';
import type { Sentence } from './sentences/fill.ts';

type Facts = Pick<MediaFile, 'width' | 'height' | 'durationMs' | 'fileName'>;

/** The smallest and the largest that is allowed. */
type Range = readonly [min: number | undefined, max: number | undefined];

/** What is wrong with the shape or the length of a file. */
export function checkBounds(bounds: MediaBounds, { width, height, durationMs, fileName }: Facts): Sentence[] {
  const aspect = width && height ? width / height : undefined;
  const pixels = width && height ? width * height : undefined;
  const times: Range = [inSeconds(bounds.minDurationMs), inSeconds(bounds.maxDurationMs)];
  return [
    ...outside(['too_narrow', 'too_wide'], width, [bounds.minWidth, bounds.maxWidth]),
    ...outside(['too_low', 'too_high'], height, [bounds.minHeight, bounds.maxHeight]),
    ...outside(['too_many_pixels', 'too_many_pixels'], pixels, [undefined, bounds.maxPixels]),
    // Accepts rounding: 1080 × 1350 is 4:5, and so is a pixel more or less.
    ...outside(['aspect_too_small', 'aspect_too_large'], aspect, [bounds.minAspect, bounds.maxAspect], 0.005),
    ...outside(['duration_too_short', 'duration_too_long'], inSeconds(durationMs), times),
  ].map(([code, value, limit]) =>
    sentence(code, { file: fileName, value: rounded(value), limit: rounded(limit) }),
  );
}

const inSeconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000);
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** The code for a value that is less or more than it may be, with the value and the limit. */
function outside<Code extends string>(
  [less, more]: readonly [Code, Code],
  value: number | undefined,
  [min, max]: Range,
  slack = 0,
): (readonly [Code, number, number])[] {
  if (value === undefined) return [];
  if (min !== undefined && value < min - slack) return [[less, value, min]];
  return max !== undefined && value > max + slack ? [[more, value, max]] : [];
}
