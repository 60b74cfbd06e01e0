/** Uploads named by settings (a featured image, a thumbnail), as opposed to the media of an item. */
import type { Provider } from './contract.ts';
import { valueAt } from './nested-settings.ts';

/** An upload as a client names it; the same shape as an entry of `value[].image`. */
export interface NamedMedia {
  readonly id?: string | null;
  readonly path: string;
  readonly alt?: string | null;
}

/** The uploads that a post's settings name, by the name of the setting: `cover`, `link.image`. */
export function namedMedia(
  provider: Pick<Provider, 'settingsMedia'>,
  settings: Readonly<Record<string, unknown>>,
): [string, NamedMedia][] {
  return (provider.settingsMedia ?? []).flatMap((name) => {
    const value = valueAt(settings, name) as NamedMedia | null | undefined;
    return value && typeof value.path === 'string' ? [[name, value] as [string, NamedMedia]] : [];
  });
}
