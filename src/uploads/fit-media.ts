/** Fits a picture of the library to a network: the copy is one more upload, and the picture stays. */
import { join } from 'node:path';
import { checkFile } from '../../providers/_kit/check-content.ts';
import type { MediaRules, Network } from '../../providers/_kit/contract.ts';
import type { Context } from '../platform/context.ts';
import { Integration } from '../platform/entities/integration.ts';
import { ApiError, type Issue } from '../platform/errors.ts';
import { CannotFit, type Ratio } from '../platform/media/fit-shape.ts';
import { pictures } from '../platform/media/pictures.ts';
import type { RememberMedia, StoredMedia } from '../platform/media/storage.ts';
import { isUuid } from '../platform/validation.ts';
import { withIncomingFolder } from '../platform/media/incoming.ts';
import { asStored, openOwnMedia, writeTo } from './open-own-media.ts';
import { sentence } from '../platform/sentences.ts';

export interface FitMediaInput {
  readonly organizationId: string;
  readonly mediaId: string;
  /** Id of a channel, whose server may have limits of its own, or identifier of a network. */
  readonly for: string;
  readonly ratio: Ratio;
  /** The settings of the post, where the limits depend on them: a story may have any shape. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Runs in the transaction that stores the copy. */
  readonly remember?: RememberMedia | undefined;
}

type FitMediaContext = Pick<Context, 'database' | 'providers' | 'storage' | 'uploadFolder'>;

/** Whose limits are kept. */
interface Target {
  readonly network: Network;
  readonly rules: MediaRules;
}

/**
 * Stores a copy that the network takes, with the alternative text of the picture. Where it takes the picture
 * as it is, that is returned, and nothing is stored.
 *
 * @throws ApiError `cannot_fit` with the field that is in the way, `media_not_found`,
 * `integration_not_found`, `foreign_resource`, `pictures_busy`, `storage_full`
 */
export async function fitMedia(context: FitMediaContext, input: FitMediaInput): Promise<StoredMedia> {
  const { organizationId, mediaId, ratio } = input;
  const { row, file } = await openOwnMedia(context, organizationId, mediaId);
  const { network, rules } = await targetOf(context, input);
  if (file.kind !== 'image') {
    throw cannotFit({ path: 'id', ...sentence(file.kind === 'video' ? 'fit_video' : 'fit_document') });
  }
  if (!checkFile(rules, file).length && rules.maxImages > 0) {
    return remembered(context, input, asStored(file));
  }
  return withIncomingFolder(context.uploadFolder, async (folder) => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    await writeTo(file, from);
    const options = { name: network.name, rules, ratio };
    const { size } = await pictures
      .fit(organizationId, { from: { path: from, mime: file.mime }, to, options })
      .catch((error: unknown) => {
        throw error instanceof CannotFit ? cannotFit(error.issue) : error;
      });
    const originalName = nameOf(row.name, network.name);
    return context.storage.take(
      { path: to, size, originalName, organizationId, alt: row.alt },
      input.remember,
    );
  });
}

const cannotFit = (issue: Issue): ApiError => new ApiError('cannot_fit', { issues: [issue] });

async function targetOf(context: FitMediaContext, input: FitMediaInput): Promise<Target> {
  const place = { settings: input.settings, position: 0 };
  if (!isUuid(input.for)) {
    const network = context.providers.get(input.for);
    if (network) return { network, rules: mediaRules(network, { details: {} }, place) };
    throw cannotFit({ path: 'for', ...sentence('fit_unknown_network') });
  }
  const channel = await context.database.fork().findOne(Integration, { id: input.for });
  if (!channel || channel.deletedAt) throw new ApiError('integration_not_found');
  if (channel.organization !== input.organizationId) throw new ApiError('foreign_resource');
  const network = context.providers.get(channel.provider);
  if (network) return { network, rules: mediaRules(network, channel, place) };
  throw cannotFit({ path: 'for', ...sentence('fit_network_not_on_this_instance') });
}

function mediaRules(
  { rules }: Network,
  channel: Parameters<NonNullable<Network['rules']['mediaFor']>>[0],
  place: { settings: FitMediaInput['settings']; position: number },
): MediaRules {
  return rules.mediaFor?.(channel, place) ?? rules.media;
}

/** An answer without a copy is kept for its Idempotency-Key as one with a copy is. */
async function remembered(
  { database }: FitMediaContext,
  { remember }: FitMediaInput,
  media: StoredMedia,
): Promise<StoredMedia> {
  if (remember) await database.fork().transactional((tx) => remember(tx, media));
  return media;
}

/** "menu.png" becomes "menu, for Instagram": the type may be another one. */
const nameOf = (name: string, network: string): string => `${name.replace(/\.\w{2,5}$/, '')}, for ${network}`;
