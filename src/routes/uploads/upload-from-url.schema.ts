/**
 * POST /public/v1/upload-from-url
 *
 * `url` is a public https address whose path ends in .png, .jpg, .jpeg, .gif, .webp or .mp4; the type is read from the bytes all the
 * same. Unknown fields are ignored. Answers 201 with the upload. Refuses with invalid_json, invalid_request, blocked_address,
 * fetch_failed, unsupported_file, file_too_large, storage_full.
 */
export const uploadFromUrlBody = {
  type: 'object',
  properties: { url: { type: 'string', minLength: 1, maxLength: 2048 } },
  required: ['url'],
} as const;
