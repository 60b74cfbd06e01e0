import type { Context } from '../../platform/context.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';
import type { AppContext } from '../../http/types.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { fitMedia } from '../fit-media.ts';
import { presentMedia } from '../present-media.ts';
import { rememberUpload } from './remember-upload.ts';

export const fitMediaBody = {
  type: 'object',
  properties: {
    for: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'Id of a channel, or identifier of a network (`instagram`)',
    },
    ratio: {
      type: 'string',
      enum: ['keep', 'pad', 'crop'],
      default: 'keep',
      description:
        'Where the network does not take the shape: refuse, add white bars at two sides, or cut two sides off',
    },
    settings: {
      type: 'object',
      default: {},
      additionalProperties: true,
      description: "The post's settings, where the limits depend on them (a story)",
    },
  },
  required: ['for'],
  additionalProperties: false,
} as const;

export const fitMediaOperation = {
  id: 'fitMedia',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/media/{id}/fit',
  tag: 'Media',
  access: 'caller',
  idempotent: true,
  summary: 'Fit a picture to a network',
  description:
    'Makes a copy that keeps the limits of the network in bytes, sides, shape and type: turned as it is shown, ' +
    'scaled down, never enlarged, as JPEG where its own type is not taken. The copy is an upload with the ' +
    'alternative text of the picture, which stays. A picture that the network takes as it is, is answered itself.',
  body: fitMediaBody,
  answer: { status: 201, description: 'What the network takes', schema: component('Media') },
  errors: [
    'media_not_found',
    'integration_not_found',
    'foreign_resource',
    'cannot_fit',
    'pictures_busy',
    'storage_full',
    'quota_exceeded',
  ],
  example: { for: 'instagram', ratio: 'pad' },
  handler: fitMediaHandler,
} as const satisfies Operation;

const checkBody = compile(fitMediaBody);

function fitMediaHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { for: target, ratio, settings } = checkBody(ctx.state.body);
    const media = await fitMedia(context, {
      organizationId: ctx.state.caller.organizationId,
      mediaId: idParam(ctx.params.id),
      for: target,
      ratio,
      settings,
      remember: rememberUpload(ctx),
    });
    ctx.body = presentMedia(media);
    ctx.status = 201;
  };
}
