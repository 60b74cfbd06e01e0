/** What the posts of the pictures are made of: two drawings, a video, and a page that is linked. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { startMediaHost, type MediaHost } from '../../uploads/fixtures/media-host.ts';
import { run, Unavailable } from '../servers/server.ts';

const HILLS = (sky: string, sun: string, [far, near]: readonly [string, string]): string => `
  <svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
    <rect width="1280" height="720" fill="${sky}"/>
    <circle cx="900" cy="250" r="90" fill="${sun}"/>
    <path d="M0 480 Q320 300 640 470 T1280 420 V720 H0Z" fill="${far}"/>
    <path d="M0 600 Q400 440 760 600 T1280 560 V720 H0Z" fill="${near}"/>
  </svg>`;

const drawing = async (svg: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer());

/** A file to publish, with what it shows. */
export interface Material {
  readonly name: string;
  readonly type: string;
  readonly alt: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export async function drawings(): Promise<readonly [Material, Material]> {
  const [morning, evening] = await Promise.all([
    drawing(HILLS('#bfe3f5', '#ffe08a', ['#8fbf8a', '#4f8a5b'])),
    drawing(HILLS('#f2a65a', '#d1495b', ['#6d597a', '#355070'])),
  ]);
  const type = 'image/jpeg';
  return [
    { name: 'morning.jpg', type, alt: 'Green hills in the morning under a pale blue sky', bytes: morning },
    { name: 'evening.jpg', type, alt: 'The same hills at sunset, in orange and violet', bytes: evening },
  ];
}

/** Four seconds of a drawing that comes nearer, as H.264. @throws Unavailable without ffmpeg */
export async function video(picture: Material): Promise<Material> {
  const folder = await mkdtemp(join(tmpdir(), 'crier-video-'));
  try {
    const [from, to] = [join(folder, 'a.jpg'), join(folder, 'a.mp4')];
    await writeFile(from, picture.bytes);
    const nearer = "zoompan=z='1+on/400':d=100:s=1280x720:fps=25";
    const args = ['-v', 'error', '-i', from, '-vf', nearer, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', to];
    await run('ffmpeg', args).catch((error: unknown) => {
      throw new Unavailable('ffmpeg is needed to make a video (apt install ffmpeg)', { cause: error });
    });
    const bytes = new Uint8Array(await readFile(to));
    return { name: 'hills.mp4', type: 'video/mp4', alt: 'The view comes slowly nearer to the hills', bytes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A page with a title, a description and a picture; `url` has a name, as cards show it. */
export async function linkedPage(picture: Material): Promise<{ url: string; host: MediaHost }> {
  const host = await startMediaHost();
  const url = host.url.replace('127.0.0.1', 'localhost');
  host.serve('/menu.jpg', picture.bytes);
  host.serve('/spring-menu', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<title>The spring menu</title>
       <meta property="og:description" content="Soup of young carrots, rhubarb cake, and tea from the garden.">
       <meta property="og:image" content="/menu.jpg">`,
    ),
  );
  return { url: `${url}/spring-menu`, host };
}
