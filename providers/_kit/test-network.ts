/**
 * What a network takes and refuses, as a table, without talking to it:
 *   testNetwork(pinterest, { settings: { board: '1' }, value: [{ content: 'Spring', media: [image()] }],
 *   accepts: […], refuses: […] })
 * Each field of the settings must stand in the table at least once on either side, so that none is left
 * untested.
 */
import { describe, expect, it } from '@jest/globals';
import { checkContent } from './check-content.ts';
import { checkSettings } from './check-settings.ts';
import type { ContentIssue, Json, MediaFile, Network } from './contract.ts';

export interface PartUnderTest {
  readonly content?: string;
  readonly media?: readonly MediaFile[];
}

/**
 * A change of the table's post. `settings` are laid over the table's (undefined takes a field away);
 * `details` are the channel's.
 */
export interface PostUnderTest {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly value?: readonly PartUnderTest[];
  readonly details?: Record<string, Json>;
  readonly settingsMedia?: readonly (readonly [string, MediaFile])[];
}

export interface NetworkTable {
  /** Settings without `__type` with which a post goes through. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** A post that goes through; default: one part with a short text. */
  readonly value?: readonly PartUnderTest[];
  readonly accepts: readonly (readonly [words: string, post: PostUnderTest])[];
  /**
   * `path`: where the problem is said to be (`settings.title`, `value.0.image`); every problem must lie
   * there.
   */
  readonly refuses: readonly (readonly [words: string, post: PostUnderTest, path: string])[];
  /** Fields that take any value of any kind, so that nothing can be refused. */
  readonly open?: readonly string[];
  /** Fields that a branch of the schema (`if`, `allOf`) requires of settings that say nothing. */
  readonly requires?: readonly string[];
}

/** A picture for a table: 1080 × 1080 JPEG of 100,000 bytes unless said otherwise. */
export function image(changes: Partial<MediaFile> = {}): MediaFile {
  return {
    id: 'image',
    kind: 'image',
    mime: 'image/jpeg',
    size: 100_000,
    width: 1080,
    height: 1080,
    alt: '',
    fileName: 'photo.jpg',
    url: 'https://crier.example/uploads/photo.jpg',
    bytes: async () => new Uint8Array(1),
    ...changes,
  };
}

/** A video for a table: 1080 × 1920 MP4 of 30 seconds and 5,000,000 bytes unless said otherwise. */
export function video(changes: Partial<MediaFile> = {}): MediaFile {
  return {
    ...image(),
    id: 'video',
    kind: 'video',
    mime: 'video/mp4',
    size: 5_000_000,
    width: 1080,
    height: 1920,
    durationMs: 30_000,
    fileName: 'clip.mp4',
    url: 'https://crier.example/uploads/clip.mp4',
    ...changes,
  };
}

/** The same file several times. */
export function times(count: number, file: MediaFile): MediaFile[] {
  return Array.from({ length: count }, () => file);
}

/** Every problem that the product would answer with, as `create-post` looks for them. */
export function problemsOf(
  network: Network,
  table: Pick<NetworkTable, 'settings' | 'value'>,
  post: PostUnderTest,
): ContentIssue[] {
  const settings = Object.fromEntries(
    Object.entries({ __type: network.identifier, ...table.settings, ...post.settings }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const checked = checkSettings(network, settings);
  if (!checked.ok) return checked.issues;
  const items = (post.value ?? table.value ?? [{ content: 'Spring menu' }]).map(
    ({ content = '', media = [] }) => ({ content, media }),
  );
  return checkContent(network, {
    channel: { details: post.details ?? {} },
    settings: checked.settings,
    items,
    settingsMedia: post.settingsMedia,
  });
}

/** Registers the table as tests. */
export function testNetwork(network: Network, table: NetworkTable): void {
  const problems = (post: PostUnderTest): ContentIssue[] => problemsOf(network, table, post);
  const fields = Object.keys((network.settingsSchema.properties ?? {}) as object).filter(
    (field) => field !== '__type',
  );

  describe(`${network.name} takes`, () => {
    it('the post of the table', () => expect(problems({})).toEqual([]));
    it.each(table.accepts)('%s', (_, post) => expect(problems(post)).toEqual([]));

    it("settings of another network's fields beside its own", () => {
      expect(problems({ settings: { a_field_of_another_network: 'x' } })).toEqual([]);
    });

    it.each([network.identifier, ...(network.aliases ?? [])])(
      'settings of the type %s, which is stored as its identifier',
      (type) => {
        expect(checkSettings(network, { ...table.settings, __type: type })).toMatchObject({
          ok: true,
          settings: { __type: network.identifier },
        });
      },
    );
  });

  describe(`${network.name} refuses`, () => {
    it.each(table.refuses)('%s', (_, post, path) => {
      const found = problems(post);
      expect(found).not.toEqual([]);
      expect([...new Set(found.map((issue) => issue.path))]).toEqual([path]);
    });

    it.each(['another', network.identifier.toUpperCase(), '', 'toString', '__proto__', null, 7])(
      'settings of the type %j, naming the right one',
      (type) => {
        const checked = checkSettings(network, { ...table.settings, __type: type });
        expect(checked).toMatchObject({
          ok: false,
          mismatch: true,
          issues: [{ path: 'settings.__type', message: expect.stringContaining(`"${network.identifier}"`) }],
        });
      },
    );

    it('settings without a type', () => {
      expect(checkSettings(network, { ...table.settings })).toMatchObject({ ok: false, mismatch: true });
    });
  });

  describe(`${network.name}, as clients are told`, () => {
    it('describes each field', () => {
      const properties = network.settingsSchema.properties as Record<string, { description?: string }>;
      expect(fields.filter((field) => !properties[field]?.description)).toEqual([]);
      expect(properties.__type).toMatchObject({ const: network.identifier });
    });

    it('needs settings exactly when a field is required', () => {
      const required = [
        ...((network.settingsSchema.required as string[] | undefined) ?? []),
        ...(table.requires ?? []),
      ].filter((field) => field !== '__type');
      const checked = checkSettings(network, undefined);
      expect(checked.ok).toBe(required.length === 0);
    });

    it('lets a draft lack what a post needs, but not say what is wrong', () => {
      expect(checkSettings(network, { __type: network.identifier }, true).ok).toBe(true);
    });

    if (fields.length) {
      it.each(fields)('has the field %s at and beyond its limits in the table', (field) => {
        const accepted =
          field in table.settings || table.accepts.some(([, post]) => post.settings?.[field] !== undefined);
        const refused =
          table.open?.includes(field) ||
          table.refuses.some(
            ([, post, path]) =>
              path === `settings.${field}` ||
              path.startsWith(`settings.${field}.`) ||
              (post.settings !== undefined && field in post.settings),
          );
        expect({ accepted, refused }).toEqual({ accepted: true, refused: true });
      });
    }
  });
}
