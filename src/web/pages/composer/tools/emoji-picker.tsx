import { Box, Group, useComputedColorScheme } from '@mantine/core';
import * as Picker from 'emoji-picker-react/primitives';
import { useOutletContext } from 'react-router';
import { useChange } from '../../../api/change.ts';
import type { Me } from '../../../api/session.ts';
import { language, strings } from '../../../strings/index.ts';

const text = strings.writing.emoji;

const LABELS: Partial<Picker.PickerLabels> = {
  searchPlaceholder: text.search,
  searchLabel: text.search,
  searchClear: text.clear,
  searchResultsNone: text.none,
  searchResultsOne: text.one,
  searchResultsMany: text.many,
  categoryNavigation: text.groups,
  loading: text.loading,
  loadingError: text.failed,
  retryLoading: strings.common.tryAgain,
  skinToneNeutral: text.tones.neutral,
  skinToneLight: text.tones.light,
  skinToneMediumLight: text.tones.mediumLight,
  skinToneMedium: text.tones.medium,
  skinToneMediumDark: text.tones.mediumDark,
  skinToneDark: text.tones.dark,
};
const NAMES = {
  en: () => import('emoji-picker-react/data/emojis-en-gb'),
  de: () => import('emoji-picker-react/data/emojis-de'),
} as const;

/** Made once: other lists would be loaded again. With a list of its own, the picker stores nothing. */
const NO_SUGGESTIONS: string[] = [];
const GROUPS = Object.values(Picker.Categories).filter(
  (group) => group !== Picker.Categories.SUGGESTED && group !== Picker.Categories.CUSTOM,
);
const load = NAMES[language()];

type Tone = Me['user']['skinTone'];

/** All emojis, by groups and by their names in the reader's language. The skin tone belongs to the person. */
export default function EmojiPicker({ onPick }: { onPick(emoji: string): void }) {
  const { user } = useOutletContext<Me>();
  const scheme = useComputedColorScheme();
  const save = useChange('patch', '/user/self');
  const chosen = save.variables?.body.skinTone;
  const tone = chosen === undefined ? user.skinTone : chosen;
  return (
    <Picker.Root
      appearance="default"
      colorScheme={scheme}
      labels={LABELS}
      emojiData={load}
      categories={GROUPS}
      suggestedEmojis={NO_SUGGESTIONS}
      skinTone={tone ?? 'neutral'}
      // Otherwise an arrow key moves the focus a frame later, and Enter within that frame is lost.
      keepSearchFocus
      nonce={document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce}
      style={{ height: 'min(360px, 60vh)', width: 'min(340px, calc(100vw - 3rem))' }}
      onSkinToneChange={(next) =>
        save.mutate({ body: { skinTone: next === Picker.SkinTones.NEUTRAL ? null : (next as Tone) } })
      }
      onEmojiClick={({ emoji }) => onPick(emoji)}
    >
      <Group gap={0} wrap="nowrap">
        <Box flex={1}>
          <Picker.Search />
        </Box>
        <Picker.SkinTone />
      </Group>
      <Picker.CategoryNav />
      <Picker.Viewport>
        <Picker.List />
        <Picker.Empty />
        <Picker.Loading />
        <Picker.LoadError />
      </Picker.Viewport>
    </Picker.Root>
  );
}
