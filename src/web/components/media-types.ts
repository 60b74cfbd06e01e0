/** What the file dialog of the browser offers; the API decides by the content of the file. */
export const ACCEPTED = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/bmp',
  'image/tiff',
  'video/mp4',
  'video/quicktime',
  'video/x-m4v',
  'video/3gpp',
  'application/pdf',
].join(',');
