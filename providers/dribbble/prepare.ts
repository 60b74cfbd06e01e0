/** The author and the content, before anything is sent: the team's number by its URL. */
import type { Channel, Json, Provider, ProviderContext } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { call, type Team, type User } from './api.ts';
import { checkUpload } from './auth.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The final request but for the picture. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly title: string;
  /** HTML; empty = none. */
  readonly description: string;
  readonly teamId: number | null;
}

export const prepare: Provider['prepare'] = async ({ channel, item, settings }, ctx) => {
  const user = await call<User>(channel, ctx, 'user');
  checkUpload(user);
  const url = typeof settings.team === 'string' ? settings.team.trim() : '';
  return {
    title: String(settings.title ?? '').trim(),
    description: toDescription(item.text),
    teamId: url ? teamIdOf(user, url) : null,
  } satisfies Prepared;
};

/** A description may have simple HTML, so a "<" of a text would begin a tag. */
const toDescription = (text: string): string => text.replaceAll('<', '&lt;');

/** @throws Rejected with the URLs of the account's teams */
function teamIdOf({ teams = [] }: User, url: string): number {
  const found = teams.find(({ html_url: page }) => page && keyOf(page) === keyOf(url));
  if (found?.id) return found.id;
  const known = teams.flatMap(({ html_url: page }) => page ?? []);
  throw new Rejected(sentence('dribbble_other_team', { url, teams: known.join(', ') || '–' }), {
    networkCode: 'team_unknown',
  });
}

/** People copy URLs with and without "www", and with a slash at the end. */
function keyOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, pathname } = new URL(url);
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}`.toLowerCase();
}

/** The teams that the account may post for. */
export async function teamsOf(
  channel: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
): Promise<readonly Team[]> {
  return (await call<User>(channel, ctx, 'user')).teams ?? [];
}
