/**
 * What a network accepts and rejects, as a table, checked without talking to it:
 *   testNetwork(pinterest, {
 *     settings: { board: '1' },
 *     value: [{ content: 'Spring', media: [image()] }],
 *     accepts: […],
 *     rejects: […],
 *   })
 * Each field of the settings must appear at least once on both sides, so that none is left untested.
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
 * How a case differs from the table's own post. `settings` are merged into the table's (undefined removes a
 * field); `details` are the channel's.
 */
export interface PostUnderTest {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly value?: readonly PartUnderTest[];
  readonly details?: Record<string, Json>;
  readonly settingsMedia?: readonly (readonly [string, MediaFile])[];
}

export interface NetworkTable {
  /** Settings of a valid post, without `__type`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The parts of a valid post; default: one part with a short text. */
  readonly value?: readonly PartUnderTest[];
  readonly accepts: readonly (readonly [title: string, post: PostUnderTest])[];
  /** `path`: where every problem must be reported (`settings.title`, `value.0.image`). */
  readonly rejects: readonly (readonly [title: string, post: PostUnderTest, path: string])[];
  /** Fields that accept any value of any type, so that there is nothing to reject. */
  readonly open?: readonly string[];
  /** Fields that a branch of the schema (`if`, `allOf`) requires of empty settings. */
  readonly requires?: readonly string[];
}

/** A picture for a table: a JPEG of 1080 × 1080 pixels and 100,000 bytes, apart from `changes`. */
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
    signedUrl: async () => 'https://crier.example/uploads/signed/photo.jpg',
    blob: async () => new Blob([new Uint8Array(1)]),
    ...changes,
  };
}

/** A video for a table: an MP4 of 1080 × 1920 pixels, 30 s and 5,000,000 bytes, apart from `changes`. */
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

/** A PDF for a table: 3 pages and 200,000 bytes, apart from `changes`. */
export function document(changes: Partial<MediaFile> = {}): MediaFile {
  return {
    ...image({ width: undefined, height: undefined }),
    id: 'document',
    kind: 'document',
    mime: 'application/pdf',
    size: 200_000,
    pages: 3,
    fileName: 'menu.pdf',
    url: 'https://crier.example/uploads/menu.pdf',
    ...changes,
  };
}

/** A video as WebCodecs names its encoding: H.264 with AAC at 30 frames a second, apart from `changes`. */
export const encoded = (changes: Partial<NonNullable<MediaFile['video']>> = {}): MediaFile =>
  video({ video: { codec: 'avc', audio: 'aac', frameRate: 30, ...changes } });

/** The same file `count` times. */
export function times(count: number, file: MediaFile): MediaFile[] {
  return Array.from({ length: count }, () => file);
}

/** Every problem that the product would report when such a post is created. */
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

  describe(`${network.name} accepts`, () => {
    it('the post of the table', () => expect(problems({})).toEqual([]));
    it.each(table.accepts)('%s', (_, post) => expect(problems(post)).toEqual([]));

    it("another network's settings besides its own", () => {
      expect(problems({ settings: { a_field_of_another_network: 'x' } })).toEqual([]);
    });

    it.each([network.identifier, ...(network.aliases ?? [])])(
      '%s as __type, which is stored as its identifier',
      (type) => {
        expect(checkSettings(network, { ...table.settings, __type: type })).toMatchObject({
          ok: true,
          settings: { __type: network.identifier },
        });
      },
    );
  });

  describe(`${network.name} rejects`, () => {
    it('a text of which nobody would see anything, without a file', () => {
      const unseen = ['\u200b', '\ufeff\u00ad', ' \u2060\n\u180e', '<p>\u200b</p>'];
      for (const content of unseen) {
        expect(problems({ value: [{ content }] }).map(({ path }) => path)).toContain('value.0.content');
      }
    });

    it.each(table.rejects)('%s', (_, post, path) => {
      const found = problems(post);
      expect(found).not.toEqual([]);
      expect([...new Set(found.map((issue) => issue.path))]).toEqual([path]);
    });

    it.each(['another', network.identifier.toUpperCase(), '', 'toString', '__proto__', null, 7])(
      '%j as __type, naming the right one',
      (type) => {
        const checked = checkSettings(network, { ...table.settings, __type: type });
        expect(checked).toMatchObject({
          ok: false,
          mismatch: true,
          issues: [{ path: 'settings.__type', message: expect.stringContaining(`"${network.identifier}"`) }],
        });
      },
    );

    it('settings without __type', () => {
      const settings = { ...table.settings, a_field: 'x' };
      expect(checkSettings(network, settings)).toMatchObject({ ok: false, mismatch: true });
      expect(checkSettings(network, settings, { fillType: true })).toMatchObject({ ok: true });
      expect(checkSettings(network, { __type: 'another', ...settings }, { fillType: true }).ok).toBe(false);
    });
  });

  describe(`the settings of ${network.name}`, () => {
    it('each have a description', () => {
      const properties = network.settingsSchema.properties as Record<string, { description?: string }>;
      expect(fields.filter((field) => !properties[field]?.description)).toEqual([]);
      expect(properties.__type).toMatchObject({ const: network.identifier });
    });

    it('may be absent or empty exactly if no field is required', () => {
      const required = [
        ...((network.settingsSchema.required as string[] | undefined) ?? []),
        ...(table.requires ?? []),
      ].filter((field) => field !== '__type');
      expect(checkSettings(network, undefined).ok).toBe(required.length === 0);
      expect(checkSettings(network, {})).toEqual(checkSettings(network, undefined));
    });

    it('may be incomplete in a draft', () => {
      expect(checkSettings(network, { __type: network.identifier }, { draft: true }).ok).toBe(true);
    });

    if (fields.length) {
      it.each(fields)('have accepted and rejected values of %s in the table', (field) => {
        const accepted =
          field in table.settings || table.accepts.some(([, post]) => post.settings?.[field] !== undefined);
        const rejected =
          table.open?.includes(field) ||
          table.rejects.some(
            ([, post, path]) =>
              path === `settings.${field}` ||
              path.startsWith(`settings.${field}.`) ||
              (post.settings !== undefined && field in post.settings),
          );
        expect({ accepted, rejected }).toEqual({ accepted: true, rejected: true });
      });
    }
  });
}
