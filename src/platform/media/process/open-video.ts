/**
 * The video library, which reads what it needs of a file and never all of it. It is loaded with the first
 * video.
 */
import type { Input } from 'mediabunny';

/** How much of a file is kept while it is read. */
const CACHE_BYTES = 8 * 1024 * 1024;

/**
 * Opens an MP4 or a QuickTime file (ISO/IEC 14496-12 and what it was made of) for as long as the work takes.
 */
export async function withVideo<T>(path: string, work: (video: Input) => Promise<T>): Promise<T> {
  const { FilePathSource, Input, Logging, LogLevel, MP4, QTFF } = await import('mediabunny');
  Logging.level = LogLevel.Silent;
  const source = new FilePathSource(path, {
    maxCacheSize: CACHE_BYTES,
    // If reading ahead fails, the code that needs the data reads it again, and gets the error then.
    handleUnhandledError: () => undefined,
  });
  const video = new Input({ source, formats: [MP4, QTFF] });
  try {
    return await work(video);
  } finally {
    video.dispose();
  }
}
