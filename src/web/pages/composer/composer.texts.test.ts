/**
 * A text looks the same while it is written, on the page of its post, when it is opened again, and on the
 * network.
 */
import { expect, it } from '@jest/globals';
import { toFormat } from '../../../../providers/_kit/text.ts';
import { createOne, sql, withContent } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { WORD } from '../../../test/pasted.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const TYPED =
  'Use <b>bold</b> & &amp;: List<string>, <https://a.example/?a=1&copy=2>\n\n    indented  twice\n\tTab, a\u200bb <script>';

describeWith([chromium], 'the text of a post', () => {
  let channel: string;
  let instagram: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      instagram = await insertChannel(crier, 'instagram', { name: 'Cafe Ada' });
    },
  });
  const field = () => app.page.getByRole('textbox', { name: text.part.label, exact: true });
  const shown = (region: string): Promise<string | null> =>
    app.page.getByRole('region', { name: region }).locator('p[dir=auto]').first().textContent();
  const newest = async (): Promise<{ id: string; content: string }> => {
    const [row] = await sql<{ id: string; content: string }>(
      app.crier,
      'select p.id, i.content from post p join post_item i on i.post_id = p.id order by p.created_at desc limit 1',
    );
    return row ?? { id: '', content: '' };
  };
  /** As the page of the post shows it, and as it is opened to be changed. */
  const seenLater = async (id: string): Promise<unknown[]> => {
    await app.page.goto(`/posts/${id}`);
    await app.page.getByRole('heading', { level: 1, name: /Cafe Nord/ }).waitFor();
    const page = await app.page.getByRole('main').locator('p[dir=auto]').first().textContent();
    await app.page.goto(`/compose?post=${id}`);
    await field().waitFor();
    return [page, await field().inputValue(), await shown(text.preview.label)];
  };

  it('that is typed, with any characters, stays what it is', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}&date=2031-05-04T09:30:00Z`);
    await field().fill(TYPED);
    await page.getByRole('region', { name: text.preview.label }).getByText('indented').waitFor();
    expect(await shown(text.preview.label)).toBe(TYPED);
    await page.getByRole('button', { name: /^Schedule/ }).click();
    await page.getByRole('heading', { name: text.result.scheduled }).waitFor();
    const { id, content } = await newest();
    expect(toFormat(content, 'plain')).toBe(TYPED);
    expect(await seenLater(id)).toEqual([TYPED, TYPED, TYPED]);
  });

  it('that the network may refuse is named before it is sent', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${instagram}`);
    await field().fill('#a1 #b2 #c3 #d4 #e5');
    await field().pressSequentially(' #f6');
    await page.getByText(/Has 6 hashtags; Instagram is lowering its limit to 5/).waitFor();
  });

  it('that a client sent as HTML is shown as the lines that are published', async () => {
    const id = await createOne(
      app.crier,
      withContent(channel, `${WORD}<p>R&amp;D &lt;b&gt; ?a=1&copy=2</p>`),
    );
    const { content } = await newest();
    const published = toFormat(content, 'plain');
    expect(published.split('\n').slice(-3)).toEqual(['Mon | 9 to 10', 'Tue | \u00a0', 'R&D <b> ?a=1&copy=2']);
    expect(await seenLater(id)).toEqual([published, published, published]);
  });

  it('stays there when a file is dropped beside it', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    await field().fill('Not lost');
    // As text: the compiler knows no page here.
    const taken = await page.evaluate<boolean[]>(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['a'], 'menu.png', { type: 'image/png' }));
      return ['dragover', 'drop'].map(
        (type) => !document.querySelector('h1').dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
        ),
      );
    })()`);
    expect([taken, await field().inputValue()]).toEqual([[true, true], 'Not lost']);
  });
});
