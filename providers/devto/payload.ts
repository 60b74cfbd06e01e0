/** An article as Forem takes it (`articles`, "createArticle"). */
import type { Json, MediaFile, PublishRequest } from '../_kit/contract.ts';
import { COVER, type Settings } from './schema.ts';

/** DEV has no upload: a picture stays where it is, and is shown from there. */
const linked = ({ alt, url }: MediaFile): string =>
  `![${alt.replaceAll(/\s+/g, ' ').replaceAll(/[[\]\\]/g, '\\$&')}](${url})`;

/**
 * Everything but whether it is published. What is not set is sent as null or empty, so that an earlier draft
 * does not keep it.
 */
export function articleOf({
  item,
  settings,
  settingsMedia,
}: Pick<PublishRequest, 'item' | 'settings' | 'settingsMedia'>): Record<string, Json> {
  const { title, canonical, description, series, organization, tags } = settings as unknown as Settings;
  const organizationId = Number(organization) || null;
  return {
    title,
    body_markdown: [item.text, ...item.media.map(linked)].filter(Boolean).join('\n\n'),
    main_image: settingsMedia?.[COVER]?.url ?? null,
    canonical_url: canonical || null,
    description: description?.trim() ?? '',
    // Null takes an article out of its series (forem app/services/articles/attributes.rb).
    series: series?.trim() || null,
    // A list: DEV's own description says text, which Forem drops silently (`article_params`).
    tags: (tags ?? []).map(({ label }) => label.toLowerCase()),
    ...(organizationId ? { organization_id: organizationId } : {}),
  };
}
