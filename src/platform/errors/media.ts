/** Errors of uploads and of media at other URLs. */
import type { ErrorKind } from './error-kind.ts';

export const mediaErrors = {
  upload_not_found: { status: 404, message: 'File not found', when: 'No uploaded file has this URL.' },
  media_not_found: {
    status: 404,
    message: 'Media file not found',
    when: 'No file of the library has this id, or it was deleted. GET /api/media lists the files.',
  },
  media_in_use: {
    status: 409,
    message: 'The media file is still needed',
    when: 'A draft, or a post that is not published yet, uses the file; the message names the post. Remove the file from it, or delete it, and try again.',
  },
  cannot_fit: {
    status: 400,
    message: 'The picture cannot be made to fit',
    when: 'A picture is to be fitted to a network, and something is in the way that only a person can change: the issue names the field, and what helps. Nothing was stored.',
  },
  cannot_change_video: {
    status: 400,
    message: 'The video cannot be changed like this',
    when: 'A file is to be converted or trimmed, and something is in the way that only a person can change: the issue names the field, and what helps. Nothing was stored.',
  },
  conversion_off: {
    status: 409,
    message: 'Videos cannot be converted here',
    when: 'This instance has no ffmpeg: the operator can install it and set CRIER_FFMPEG.',
  },
  videos_busy: {
    status: 429,
    message: 'Too many videos of the organisation are being changed',
    when: 'Five videos of one organisation may be converted or trimmed at a time. Try again after Retry-After seconds.',
  },
  video_job_not_found: {
    status: 404,
    message: 'The job was not found',
    when: 'No conversion of a video has this id, or it was begun more than a day ago. Its result is in the library.',
  },
  media_not_stored: {
    status: 400,
    message: 'The media file is not stored here',
    when: 'A post names an upload that the organisation does not have, or a path that is not a URL. Upload the file with POST /public/v1/upload and use its id and path, or give a public http(s) URL or a base64 data: URI.',
  },
  blocked_address: {
    status: 400,
    message: 'Blocked IP',
    when: 'The URL of a media file or of a server to connect to is not public, or redirects to one that is not. Upload the file instead, or ask the operator to allow the range in SSRF_ALLOW_CIDRS, or everything with DISABLE_SSRF_PROTECTION.',
  },
  fetch_failed: {
    status: 400,
    message: 'The file could not be fetched',
    when: 'The URL of a media file does not exist, does not answer in time, answers with an error or redirects too often. Check that it opens without signing in, or upload the file.',
  },
  no_file: {
    status: 400,
    message: 'No file provided',
    when: 'An upload needs a part named "file" with content.',
  },
  unsupported_file: {
    status: 400,
    message: 'This file type is not supported',
    when: 'JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP, TIFF, MP4, MOV and PDF are accepted, if they are whole. The content of the file decides, not its name; the message says what is wrong with it.',
  },
  file_too_large: {
    status: 400,
    message: 'The file is too large',
    when: 'Images may have 10 MB and 100 million pixels, videos 1 GB, PDFs 100 MB.',
  },
  pictures_busy: {
    status: 429,
    message: 'Too many files of the organisation are waiting to be read. Try again later',
    when: 'Files are read one at a time, and organisations take turns: 100 of one organisation may wait. Nothing was stored. Try again after Retry-After seconds, and send fewer files at once.',
  },
  direct_upload_off: {
    status: 409,
    message: 'Files cannot be sent to the storage directly here',
    when: 'This instance stores files in a folder. Send the file with POST /public/v1/upload.',
  },
  too_many_uploads: {
    status: 429,
    message: 'Too many uploads of the organisation are in progress',
    when: '20 files of one organisation may be on their way to the storage. Complete them, or wait: each ends an hour after it began.',
  },
  storage_unavailable: {
    status: 503,
    message: 'The file storage does not respond. Try again later',
    when: 'Files are stored in a bucket (STORAGE_PROVIDER), and its service is away or not set up as it must be; the operator finds out which with crier doctor. Nothing was stored. Try again after Retry-After seconds.',
  },
  storage_full: {
    status: 507,
    message: 'There is no space left for the file',
    when: 'The disk for uploads is full. Nothing was stored.',
  },
} as const satisfies Record<string, ErrorKind>;
