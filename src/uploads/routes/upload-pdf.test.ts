/** A PDF as an upload: received, counted, listed and served. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkFile } from '../../../providers/_kit/check-content.ts';
import { document } from '../../../providers/_kit/test-network.ts';
import { CATALOGUE, lockedPdf, pdf, pdfOf } from '../../platform/media/fixtures/pdf.ts';
import { buildPost, buildTarget, countRows, png, sql, upload, type ErrorBody } from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';

/** A document of one page that names billions where it says how it is read over a slow line (Annex F). */
function boastingPdf(): Buffer {
  const ofLength = (length: number): Buffer =>
    pdfOf([
      `<< /Type /Catalog /Pages 2 0 R /Linearized 1 /L ${String(length).padStart(10, '0')} /H [10 10] /O 3 /E 10 ` +
        '/N 3000000000 /T 10 /P 2999999999 >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>',
    ]);
  return ofLength(ofLength(0).length);
}

interface Stored {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly pages: number | null;
}

describe('a PDF that is uploaded', () => {
  let crier: TestInstance;
  let person: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    person = await addPerson(crier);
    for (const network of ['linkedin', 'mastodon']) await insertChannel(crier, network);
  });
  afterAll(() => crier?.stop());

  const send = (bytes: Buffer, name = 'Menu.pdf') =>
    upload<Stored & ErrorBody>(crier, new Uint8Array(bytes), { name, type: 'application/pdf' });

  it('is stored with the number of its pages', async () => {
    const { status, body } = await send(pdf(3));
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ type: 'application/pdf', pages: 3, width: null, durationMs: null }),
    ]);
    expect(body.path).toMatch(/\.pdf$/);
  });

  it('is known by its content, not by its name', async () => {
    const { body } = await send(pdf(), 'photo.png');
    expect(body.type).toBe('application/pdf');
  });

  it('is downloaded from its URL, never shown there', async () => {
    const { body } = await send(pdf());
    const { headers } = await fetch(`${crier.url}${new URL(body.path).pathname}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['with a password', lockedPdf(), 'password'],
    ['without a page', pdfOf([CATALOGUE, '<< /Type /Pages /Count 0 /Kids [] >>']), 'no pages'],
    ['of fewer than no pages', pdfOf([CATALOGUE, '<< /Type /Pages /Count -5 /Kids [] >>']), 'no pages'],
    ['of more pages than anybody counts', boastingPdf(), 'no pages'],
    ['that breaks off', pdf(20).subarray(0, 300), 'damaged'],
    ['that is a first line alone', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), 'damaged'],
    ['with a JPEG in it, and no pages', Buffer.from('%PDF-1.7\n\xff\xd8\xff\xe0', 'latin1'), 'damaged'],
  ])('is refused %s, and nothing is stored', async (_, bytes, why) => {
    const before = await countRows(crier, 'media');
    const { status, body } = await send(bytes);
    expect([status, body.code, body.message]).toEqual([
      400,
      'unsupported_file',
      expect.stringContaining(why),
    ]);
    expect(await countRows(crier, 'media')).toBe(before);
  });

  it('may have 100 MB, and not a byte more', async () => {
    const whole = pdf();
    const padded = (size: number): Buffer =>
      Buffer.concat([whole.subarray(0, 9), Buffer.alloc(size - whole.length, '\n'), whole.subarray(9)]);
    expect((await send(padded(100_000_001))).body).toMatchObject({ code: 'file_too_large' });
    expect((await send(padded(100_000_000))).body).toMatchObject({ pages: 1 });
  }, 60_000);

  it('stands in the library with its name and pages, among PDFs, with the networks that do not take it', async () => {
    await sql(crier, 'delete from media');
    await upload(crier, png());
    await send(pdf(2), 'Speisekarte.pdf');
    const { body } = await person.call<{ media: Record<string, unknown>[] }>('GET', '/media?kind=document');
    expect(body.media).toEqual([
      expect.objectContaining({
        name: 'Speisekarte.pdf',
        pages: 2,
        thumbnail: null,
        refusedBy: [
          expect.objectContaining({
            provider: 'mastodon',
            reason: expect.stringMatching(/is a PDF, which the network does not take: publish its pages as/),
          }),
        ],
      }),
    ]);
  });

  it('is not fitted, as a picture is', async () => {
    const { body } = await send(pdf());
    const [channel] = await sql<{ id: string }>(crier, 'select id from integration');
    const answer = await person.call<ErrorBody>('POST', `/media/${body.id}/fit`, {
      body: { for: channel?.id },
    });
    expect(answer.body).toMatchObject({
      code: 'cannot_fit',
      issues: [{ path: 'id', message: expect.stringContaining('is a PDF') }],
    });
  });

  it('is not offered to be fitted to a network that takes pictures', async () => {
    const { id, path } = (await send(pdf())).body;
    const [mastodon] = await sql<{ id: string }>(
      crier,
      "select id from integration where provider = 'mastodon'",
    );
    const value = [{ content: 'Menu', image: [{ id, path }] }];
    const target = buildTarget(mastodon?.id ?? '', { value, settings: { __type: 'mastodon' } });
    const { body } = await person.call<{ posts: object[] }>('POST', '/posts/check', {
      body: buildPost([], { posts: [target] }),
    });
    expect(body.posts).toMatchObject([{ ready: false, fittable: [], convertible: [] }]);
  });

  it('is taken by LinkedIn alone of all networks', () => {
    const takers = [...crier.context.providers.values()]
      .filter(({ rules }) => checkFile(rules.media, document()).length === 0)
      .map(({ identifier }) => identifier);
    expect(takers.toSorted()).toEqual(['linkedin', 'linkedin-page']);
  });
});
