/** Which networks of an organisation could not take a file, known before anybody writes a post with it. */
import { checkFile, type FileFacts } from '../../providers/_kit/check-content.ts';
import type { Channel, Json, Network } from '../../providers/_kit/contract.ts';
import { kindOf } from '../platform/media/accepted-media.ts';
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import type { LibraryRow } from './read-library.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import { sentence } from '../platform/sentences.ts';

/** A network that refuses a file, and why, in a text that follows its name. */
export interface Refusal {
  readonly provider: string;
  readonly name: string;
  readonly reason: string;
  readonly reasons: readonly Sentence[];
}

/** The connected channels of one network. */
interface Connected {
  readonly network: Network;
  readonly channels: readonly { readonly details: Record<string, Json> }[];
}

const CHANNELS: Statement = {
  name: 'library-channels',
  text: 'select provider, details from integration where organization_id = $1 and deleted_at is null and not disabled order by provider, id',
};

/** What holds files against the networks of the organisation's channels; read once for a whole page. */
export async function readRefusals(
  { database, providers }: Pick<Context, 'database' | 'providers'>,
  organizationId: string,
): Promise<(file: LibraryRow) => Refusal[]> {
  const rows = await database.query<{ provider: string; details: Record<string, Json> }>(CHANNELS, [
    organizationId,
  ]);
  const connected = [...Map.groupBy(rows, ({ provider }) => provider)].flatMap(([provider, channels]) => {
    const network = providers.get(provider);
    return network ? [{ network, channels }] : [];
  });
  return (file) => connected.flatMap((one) => refusalBy(one, factsOf(file)) ?? []);
}

/** A network refuses a file only if each of its channels does: their servers may have other limits. */
function refusalBy({ network, channels }: Connected, file: FileFacts): Refusal | undefined {
  const refusals = channels.map((channel) => refusalsOf(network, channel, file));
  const [reasons] = refusals;
  if (!reasons || refusals.some((found) => found.length === 0)) return undefined;
  const reason = reasons.map(({ message }) => message).join('; ');
  return { provider: network.identifier, name: network.name, reason, reasons };
}

/** Why no post of the channel could carry the file, however it is written; empty if one could. */
function refusalsOf(
  { rules }: Pick<Network, 'rules'>,
  channel: Pick<Channel, 'details'>,
  file: FileFacts,
): Sentence[] {
  const own = rules.mediaFor?.(channel, { settings: {}, position: 0 });
  // A network that takes files only with certain settings has a limit of 0 without them.
  const media = own && own.maxImages + own.maxVideos > 0 ? own : rules.media;
  if (file.kind === 'image' && media.maxImages === 0) return [sentence('no_pictures')];
  if (file.kind === 'video' && media.maxVideos === 0) return [sentence('no_videos')];
  return checkFile(media, file);
}

const factsOf = ({ name, mime, bytes, width, height, durationMs, pages }: LibraryRow): FileFacts => ({
  kind: kindOf(mime),
  mime,
  size: bytes,
  width: width ?? undefined,
  height: height ?? undefined,
  durationMs: durationMs ?? undefined,
  pages: pages ?? undefined,
  fileName: name,
});
