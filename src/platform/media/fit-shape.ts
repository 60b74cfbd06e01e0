/** The sides that a fitted picture has: arithmetic alone. All in pixels; an aspect is width ÷ height. */
import type { ContentIssue, MediaBounds } from '../../../providers/_kit/contract.ts';
import { MAX_PIXELS } from './accepted-media.ts';
import { sentence } from '../sentences.ts';

/**
 * The way to change a shape that a network refuses: not at all, by bars at two sides, or by cutting two off.
 */
export type Ratio = 'keep' | 'pad' | 'crop';

export interface Sides {
  readonly width: number;
  readonly height: number;
}

/** The part of the picture that is kept, the size that it is brought to, and the size with its bars. */
export interface Shape {
  readonly cut: Sides & { readonly left: number; readonly top: number };
  readonly inner: Sides;
  readonly outer: Sides;
}

/** The refusal of a picture that cannot be made to fit: a field of the request, and what is wrong with it. */
export class CannotFit extends Error {
  readonly issue: ContentIssue;

  constructor(issue: ContentIssue) {
    super(issue.message);
    this.name = 'CannotFit';
    this.issue = issue;
  }
}

/** The limits that a shape keeps; `name`: whose they are. */
export interface ShapeLimits {
  readonly name: string;
  readonly bounds: MediaBounds | undefined;
  readonly ratio: Ratio;
}

/** Networks round: 1080 × 1350 is 4:5, and so is a pixel more or less (`checkFile`). */
const SLACK = 0.005;

/**
 * The shape that the limits make of these sides, by a scale: 1 is the largest shape that is allowed.
 * Undefined where a shape would be too small for the network.
 *
 * @throws CannotFit when the aspect may not change and must, or when even the largest shape is too small
 */
export function shapeFor(sides: Sides, limits: ShapeLimits): (scale: number) => Shape | undefined {
  const aspect = aspectFor(sides, limits);
  const cut = limits.ratio === 'crop' ? centred(sides, within(sides, aspect)) : { ...sides, left: 0, top: 0 };
  const canvas = around(cut, aspect);
  const { minWidth = 1, minHeight = 1, maxWidth = Infinity, maxHeight = Infinity } = limits.bounds ?? {};
  // Bars around a narrow picture could multiply what it has.
  const most = Math.min(limits.bounds?.maxPixels ?? MAX_PIXELS, MAX_PIXELS);
  let largest = Math.min(
    1,
    maxWidth / canvas.width,
    maxHeight / canvas.height,
    Math.sqrt(most / pixelsOf(canvas)),
  );
  const at = (scale: number): Shape => {
    const scaled = scaledBy(cut, largest * scale);
    const inner = limits.ratio === 'crop' ? within(scaled, aspect) : scaled;
    return { cut, inner, outer: around(inner, aspect) };
  };
  // Bars are rounded up, by a row or a column of pixels.
  while (pixelsOf(at(1).outer) > most && largest > 0.01) largest *= 0.999;
  const fits = ({ outer }: Shape): boolean => outer.width >= minWidth && outer.height >= minHeight;
  const { outer } = at(1);
  if (!fits(at(1))) {
    throw new CannotFit({
      path: 'id',
      ...sentence('fit_too_small', {
        width: outer.width,
        height: outer.height,
        network: limits.name,
        minWidth,
        minHeight,
      }),
    });
  }
  return (scale) => {
    const shape = at(scale);
    return fits(shape) ? shape : undefined;
  };
}

/** Whether these sides are outside the aspects that are allowed. */
export const needsShape = (sides: Sides, bounds: MediaBounds | undefined): boolean =>
  neededAspect(sides, bounds) !== undefined;

function neededAspect({ width, height }: Sides, bounds: MediaBounds = {}): number | undefined {
  const aspect = width / height;
  const { minAspect = 0, maxAspect = Infinity } = bounds;
  return aspect < minAspect - SLACK ? minAspect : aspect > maxAspect + SLACK ? maxAspect : undefined;
}

/** The aspect that the shape must get; undefined when its own is taken. */
function aspectFor(sides: Sides, { name, bounds, ratio }: ShapeLimits): number | undefined {
  const aspect = sides.width / sides.height;
  const needed = neededAspect(sides, bounds);
  if (needed === undefined || ratio !== 'keep') return needed;
  const [has, limit] = [rounded(aspect), rounded(needed)];
  throw new CannotFit({
    path: 'ratio',
    ...(aspect < needed
      ? sentence('fit_aspect_too_small', { aspect: has, network: name, min: limit })
      : sentence('fit_aspect_too_large', { aspect: has, network: name, max: limit })),
  });
}

/** The largest sides of this aspect inside others. */
function within({ width, height }: Sides, aspect: number | undefined): Sides {
  if (aspect === undefined) return { width, height };
  return {
    width: Math.max(1, Math.min(width, Math.floor(height * aspect))),
    height: Math.max(1, Math.min(height, Math.floor(width / aspect))),
  };
}

/** The smallest sides of this aspect around others. */
function around({ width, height }: Sides, aspect: number | undefined): Sides {
  if (aspect === undefined) return { width, height };
  // What was cut to the aspect is up to a pixel beside it, and needs no bars.
  if (Math.abs(width - height * aspect) <= 1 + aspect) return { width, height };
  return {
    width: Math.max(width, Math.ceil(height * aspect)),
    height: Math.max(height, Math.ceil(width / aspect)),
  };
}

const centred = ({ width, height }: Sides, kept: Sides): Shape['cut'] => ({
  ...kept,
  left: Math.floor((width - kept.width) / 2),
  top: Math.floor((height - kept.height) / 2),
});

const scaledBy = ({ width, height }: Sides, scale: number): Sides => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale)),
});

const pixelsOf = ({ width, height }: Sides): number => width * height;

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
