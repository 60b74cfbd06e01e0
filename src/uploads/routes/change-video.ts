import type { AppContext } from '../../http/types.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';
import { IdempotencyConflict, KEY_SECONDS, rememberAnswer } from '../../http/remember-answer.ts';
import { count, id, orNull, record, sentenceWith } from '../../http/shapes.ts';
import type { Context } from '../../platform/context.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { presentMedia } from '../present-media.ts';
import { beginVideoJob, readVideoJob, type VideoJob, type VideoRequest } from '../video-jobs.ts';

const job = record({
  id: id('The job'),
  kind: { enum: ['convert', 'trim'] },
  state: { enum: ['running', 'done', 'failed'] },
  progress: count('Percent of the work'),
  media: orNull(component('Media'), 'The result, once it is done; null until then, and if it was deleted'),
  error: orNull(sentenceWith('Why it failed'), 'Null unless it failed'),
});

const NEXT =
  'Read how it goes with `GET /video-jobs/{id}`. The result is an upload with the alternative text of the video, which stays.';
const BEGIN_ERRORS = ['media_not_found', 'foreign_resource', 'cannot_change_video', 'videos_busy'] as const;

export const convertVideoOperation = {
  id: 'convertVideo',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/media/{id}/convert',
  tag: 'Media',
  access: 'caller',
  idempotent: true,
  summary: 'Convert a video',
  description:
    'Where the instance has ffmpeg (`CRIER_FFMPEG`), makes a copy as every network takes it: H.264 and AAC in an MP4, ' +
    `at most 1920 pixels on a side, 23 to 60 frames a second. ${NEXT}`,
  answer: { status: 201, description: 'The job', schema: job },
  errors: [...BEGIN_ERRORS, 'conversion_off'],
  handler: convertHandler,
} as const satisfies Operation;

const trimBody = {
  type: 'object',
  properties: {
    startMs: { type: 'integer', minimum: 0, default: 0, description: 'Where it begins, in milliseconds' },
    endMs: {
      type: 'integer',
      minimum: 1,
      description: 'Where it ends, in milliseconds from the old beginning',
    },
  },
  required: ['endMs'],
  additionalProperties: false,
} as const;

export const trimVideoOperation = {
  id: 'trimVideo',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/media/{id}/trim',
  tag: 'Media',
  access: 'caller',
  idempotent: true,
  summary: 'Trim a video',
  description:
    'Makes a copy of a part of it. Where the instance has ffmpeg (`CRIER_FFMPEG`), the part is exact and converted as by ' +
    '`POST /media/{id}/convert`; elsewhere its encoding stays, and it begins at the last key frame before `startMs`. ' +
    NEXT,
  body: trimBody,
  answer: { status: 201, description: 'The job', schema: job },
  errors: BEGIN_ERRORS,
  example: { startMs: 2500, endMs: 32500 },
  handler: trimHandler,
} as const satisfies Operation;

export const getVideoJobOperation = {
  id: 'getVideoJob',
  method: 'get',
  path: '/video-jobs/{id}',
  tag: 'Media',
  access: 'caller',
  summary: 'See how the conversion of a video goes',
  description: 'Jobs are kept for a day.',
  answer: { status: 200, description: 'The job', schema: job },
  errors: ['video_job_not_found', 'foreign_resource'],
  handler: readHandler,
} as const satisfies Operation;

const checkTrim = compile(trimBody);

function convertHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return (ctx) => begin(context, ctx, {});
}

function trimHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return (ctx) => begin(context, ctx, { trim: checkTrim(ctx.state.body) });
}

async function begin(context: Context, ctx: AppContext, what: Pick<VideoRequest, 'trim'>): Promise<void> {
  const { idempotency, caller } = ctx.state;
  const { organizationId } = caller;
  const begun = await beginVideoJob(context, {
    ...what,
    organizationId,
    mediaId: idParam(ctx.params.id),
    async remember(tx, made) {
      if (!idempotency) return;
      const answer = { ...idempotency, body: JSON.stringify(present(made)), seconds: KEY_SECONDS };
      if (!(await rememberAnswer(tx, organizationId, answer))) {
        throw new IdempotencyConflict('The key has an answer already');
      }
    },
  });
  ctx.body = present(begun);
  ctx.status = 201;
}

function readHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    ctx.body = present(await readVideoJob(context, organizationId, idParam(ctx.params.id)));
  };
}

const present = ({ media, ...rest }: VideoJob) => ({ ...rest, media: media && presentMedia(media) });
