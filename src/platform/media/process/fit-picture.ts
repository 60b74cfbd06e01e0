/** Makes a copy of a picture that keeps the limits of a network. */
import { stat } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import type { MediaRules } from '../../../../providers/_kit/contract.ts';
import { maxBytesOf } from '../../../../providers/_kit/check-content.ts';
import { MAX_IMAGE_BYTES } from '../accepted-media.ts';
import { CannotFit, shapeFor, type Ratio, type Shape } from '../fit-shape.ts';
import { openPicture } from './open-picture.ts';
import { isDiskFull } from '../storage.ts';
import { sentence } from '../../sentences.ts';

/** The limits of the copy. `name`: the network's, as refusals call it. */
export interface FitOptions {
  readonly name: string;
  readonly rules: MediaRules;
  readonly ratio: Ratio;
}

/** A copy that fits. `size` in bytes. */
export interface FittedPicture {
  readonly size: number;
}

/** The colour behind transparent parts where the copy cannot have them, and of the bars around it. */
const BACKGROUND = '#ffffff';

/** Types that a copy is written in, the first that a network takes; its own type comes before them. */
const WRITTEN = ['image/jpeg', 'image/png', 'image/webp'] as const;
type Written = (typeof WRITTEN)[number];

/** How hard a copy is squeezed until its bytes fit: first its quality, then its sides. */
const STEPS = [
  { quality: 90, scale: 1 },
  { quality: 80, scale: 1 },
  { quality: 70, scale: 1 },
  { quality: 80, scale: 0.7 },
  { quality: 75, scale: 0.5 },
  { quality: 70, scale: 0.3 },
] as const;

/** One way to write the copy. */
interface Attempt {
  readonly type: Written;
  readonly quality: number;
  readonly shape: Shape;
}

/**
 * Writes the copy to `to`: turned as it is shown, never enlarged, and without anything that a camera
 * recorded, such as the place. Its shape changes only as `ratio` asks.
 *
 * @throws CannotFit with a message for the user; the file at `to` is then of no use
 */
export async function fitPicture(
  from: { readonly path: string; readonly mime: string },
  to: string,
  options: FitOptions,
): Promise<FittedPicture> {
  const facts = await readFacts(from.path);
  const maxBytes = Math.min(maxBytesFor(options.rules), MAX_IMAGE_BYTES);
  let size = 0;
  for (const attempt of attemptsFor(typesFor(from.mime, options), facts, options)) {
    await write(openPicture(from.path), to, attempt);
    ({ size } = await stat(to));
    if (size <= maxBytes) return { size };
  }
  throw new CannotFit({
    path: 'id',
    ...sentence('fit_too_large', { size, network: options.name, max: maxBytes }),
  });
}

/** No copy is a GIF. */
const maxBytesFor = (rules: MediaRules): number => maxBytesOf(rules, 'image/jpeg');

async function readFacts(path: string): Promise<Metadata> {
  const facts = await openPicture(path)
    .metadata()
    .catch(() => {
      throw cannotRead();
    });
  if ((facts.pages ?? 1) > 1 && facts.format !== 'tiff') {
    throw new CannotFit({ path: 'id', ...sentence('fit_animated') });
  }
  return facts;
}

function cannotRead(): CannotFit {
  return new CannotFit({ path: 'id', ...sentence('fit_not_convertible') });
}

/** The type of the copy, and the one that it has instead where its bytes would be too many. */
function typesFor(mime: string, { name, rules }: FitOptions): [Written, Written] {
  const taken = WRITTEN.filter((type) => rules.imageTypes.includes(type));
  const [best] = taken;
  if (!best) throw new CannotFit({ path: 'for', ...sentence('fit_no_pictures', { network: name }) });
  const own = taken.find((type) => type === mime) ?? best;
  // PNG has no quality to be lowered.
  return [own, own === 'image/png' ? best : own];
}

function attemptsFor(
  [type, other]: [Written, Written],
  { autoOrient }: Metadata,
  { name, rules, ratio }: FitOptions,
): Attempt[] {
  const shapeAt = shapeFor(autoOrient, { name, bounds: rules.image, ratio });
  const steps = STEPS.map((step) => ({ ...step, type: other }));
  // A PNG is tried as it is; where it must stay one, only its sides are left to be changed.
  const first = type === 'image/png' ? [{ type, quality: 100, scale: 1 }] : [];
  const rest = other === 'image/png' ? steps.filter(({ scale }) => scale < 1) : steps;
  return [...first, ...rest].flatMap(({ scale, ...how }) => {
    const shape = shapeAt(scale);
    return shape ? [{ ...how, shape }] : [];
  });
}

async function write(picture: Sharp, to: string, { type, quality, shape }: Attempt): Promise<void> {
  const { cut, inner, outer } = shape;
  const turned = picture
    .autoOrient()
    .extract(cut)
    .resize({ ...inner, fit: 'fill', withoutEnlargement: true });
  const hasBars = outer.width > inner.width || outer.height > inner.height;
  const [left, top] = [
    Math.floor((outer.width - inner.width) / 2),
    Math.floor((outer.height - inner.height) / 2),
  ];
  const flat = hasBars || type === 'image/jpeg' ? turned.flatten({ background: BACKGROUND }) : turned;
  const whole = hasBars
    ? flat.extend({
        left,
        top,
        right: outer.width - inner.width - left,
        bottom: outer.height - inner.height - top,
        background: BACKGROUND,
      })
    : flat;
  await encoded(whole, type, quality)
    .toFile(to)
    .catch((error: unknown) => {
      throw isDiskFull(error) ? error : cannotRead();
    });
}

function encoded(picture: Sharp, type: Written, quality: number): Sharp {
  // Better tables for the whole picture would need all of it in memory.
  if (type === 'image/jpeg') return picture.jpeg({ quality, optimizeCoding: false });
  return type === 'image/png' ? picture.png({ compressionLevel: 9 }) : picture.webp({ quality });
}
