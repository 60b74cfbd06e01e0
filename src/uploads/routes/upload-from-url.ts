import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowedAddress } from '../../platform/egress.ts';
import { ApiError } from '../../platform/errors.ts';
import { presentMedia } from '../present-media.ts';
import { fetchMedia } from '../fetch-media.ts';
import { compile } from '../../platform/validation.ts';
import { rememberUpload } from './remember-upload.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';
import { sentence } from '../../platform/sentences.ts';

export const uploadFromUrlBody = {
  type: 'object',
  properties: {
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 2048,
      description: 'A public https URL of a picture or a video; it needs no ending',
    },
  },
  required: ['url'],
} as const;

export const uploadFromUrlOperation = {
  id: 'uploadFromUrl',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/upload-from-url',
  tag: 'Media',
  access: 'caller',
  idempotent: true,
  summary: 'Upload a file from a URL',
  description: 'Fetches the file from a public URL. The content decides what type it is.',
  body: uploadFromUrlBody,
  answer: { status: 201, description: 'The upload', schema: component('Media') },
  errors: [
    'blocked_address',
    'fetch_failed',
    'unsupported_file',
    'file_too_large',
    'pictures_busy',
    'storage_full',
    'quota_exceeded',
  ],
  example: { url: 'https://pictures.example/menu.jpg' },
  handler: uploadFromUrlHandler,
} as const satisfies Operation;

const checkBody = compile(uploadFromUrlBody);

function uploadFromUrlHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { url } = checkBody(ctx.state.body);
    assertPublicHttps(url, context.config.SSRF_ALLOW_CIDRS);
    const media = await fetchMedia(context, {
      url,
      organizationId: ctx.state.caller.organizationId,
      httpsOnly: true,
      remember: rememberUpload(ctx),
    });
    ctx.body = presentMedia(media);
    ctx.status = 201;
  };
}

/** The content at the URL decides whether it is media, not its ending: many hosts give none. */
function assertPublicHttps(text: string, allowCidrs: readonly string[]): void {
  const url = URL.parse(text);
  const problems = [
    ...(url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && isAllowedAddress(url.hostname, allowCidrs))
      ? []
      : [sentence('not_an_https_url')]),
    ...(url?.username || url?.password ? [sentence('url_with_password')] : []),
  ];
  if (problems.length) {
    throw new ApiError('invalid_request', {
      issues: problems.map((problem) => ({ path: 'url', ...problem })),
    });
  }
}
