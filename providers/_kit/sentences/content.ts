/** What a network would refuse about a post, by the rules that every network declares. */

/** What a setting is about; the words are read after "for". */
export type Concern =
  | 'who sees a post'
  | 'drafts'
  | 'warnings'
  | 'polls'
  | 'who may reply'
  | 'who may quote or share'
  | 'dates of its own'
  | 'an end of a post'
  | 'answers and quotes';

export const contentSentences = {
  text_too_long: 'is {length:number} characters long; {network} allows {max:number}',
  text_too_many_bytes: 'is {length:number} bytes long; {network} allows {max:number}',
  markup_too_long: 'is {length:number} characters long with its markup; {network} allows {max:number}',
  link_beside_media: '{network} shows either a link card or media: take out the media, or set link to false',
  link_without_url: 'is missing: the text has no link that a card could be made of',
  no_content: 'is empty; add text or media',
  files_required: 'is empty; at least {min:number} {min|file is|files are} required',
  too_few_files: 'has {count:number} files; at least {min:number} are required',
  too_many_files: 'has {count:number} files; the maximum is {max:number}',
  too_many_pictures: 'has {count:number} pictures; the maximum is {max:number}',
  too_many_videos: 'has {count:number} videos; the maximum is {max:number}',
  pictures_and_videos: 'mixes pictures and videos; only one kind is allowed',
  no_documents: '{file} is a PDF, which the network does not take: publish its pages as pictures',
  document_not_alone: 'has a PDF beside other files: a PDF is published alone',
  too_many_pages: '{file} has {pages:number} pages; the maximum is {max:number}',
  no_pictures: 'takes no pictures',
  no_videos: 'takes no videos',
  file_type_not_allowed: '{file} is {mime}; allowed types are {types:list}',
  file_is_empty: 'The file is empty',
  file_too_many_bytes: '{file} is {size:bytesUp}; the maximum is {max:bytesDown}',
  file_too_few_bytes: '{file} is {size:bytesDown}; at least {min:bytesUp} is required',
  too_narrow: '{file} is {value:number} pixels wide; the minimum is {limit:number}',
  too_wide: '{file} is {value:number} pixels wide; the maximum is {limit:number}',
  too_low: '{file} is {value:number} pixels high; the minimum is {limit:number}',
  too_high: '{file} is {value:number} pixels high; the maximum is {limit:number}',
  too_many_pixels: '{file} has {value:number} pixels; the maximum is {limit:number}',
  aspect_too_small:
    '{file} has the aspect ratio {value:number} (width ÷ height); the minimum is {limit:number}',
  aspect_too_large:
    '{file} has the aspect ratio {value:number} (width ÷ height); the maximum is {limit:number}',
  video_codec: '{file} is encoded as {codec}; allowed are {codecs:list}. Convert it to H.264',
  video_chroma: '{file} keeps its colours as {chroma}; allowed is {allowed}. Convert it to H.264',
  audio_codec: '{file} has its sound as {codec}; allowed are {codecs:list}. Convert it to AAC',
  frame_rate_too_low:
    '{file} has {value:number} frames per second; the minimum is {limit:number}. Export it with 30',
  frame_rate_too_high:
    '{file} has {value:number} frames per second; the maximum is {limit:number}. Export it with 30',
  duration_too_short: '{file} lasts {value:number} seconds; the minimum is {limit:number}',
  duration_too_long: '{file} lasts {value:number} seconds; the maximum is {limit:number}',
  files_not_public:
    '{network} fetches files itself and cannot reach {origin}; it needs a public https URL (FRONTEND_URL)',
  no_threads: '{network} does not support threads; send one part only',
  setting_unknown_but:
    'is not a setting of {network}, and the post would be published without it; for {concern:word} there is {fields:list}',
  setting_unknown:
    'is not a setting of {network}, and the post would be published without it; there is none for {concern:word}',
  setting_unknown_date:
    'is not a setting of {network}, and the post would be published at another time; use date of the request',
  too_many_unknown_settings: 'is one of more than {most:number} fields that {network} does not have',
  setting_without_effect: 'is not a setting of {network} and has no effect',
  setting_without_effect_like: 'is not a setting of {network} and has no effect; did you mean {meant}?',
  other_network: 'must be "{network}" for this channel',
  network_missing: 'must be "{network}" for this channel; it is missing',
  no_text_or_media: 'A post needs text or media',
  description_too_long: 'The description has {length:number} characters; {network} allows {max:number}',
  too_short_without_spaces: 'must have at least {min:number} characters besides spaces',
  too_short_trimmed: 'must have at least {min:number} characters besides spaces at its ends',
  too_short_unless_empty: 'must have at least {min:number} characters besides spaces, or be empty',
  is_empty: 'is empty',
  poll_too_few_answers: 'needs at least two answers',
  poll_question_too_long:
    'The text is the question of the poll and has {length:number} characters; {network} allows {max:number}. Give the poll a question of its own, and the text stands above it',
  subtitles_without_video: 'are for a video only',
  subtitles_without_language: 'is missing: networks need to know the language of the subtitles',
  subtitles_unreadable: 'is no SRT or WebVTT file: it has no line with times such as 00:01.000 --> 00:04.000',
  subtitles_odd_times:
    'has times in line {n:number} that cannot be read: write them as 00:01.000 --> 00:04.000',
  subtitles_encoding:
    'is not in UTF-8, and letters of it would be lost: save the file as UTF-8 and choose it again',
  subtitles_backwards: 'has a subtitle that ends before it begins: number {n:number}',
  subtitles_too_many: 'has {count:number} subtitles; the maximum is {max:number}',
  poll_beside_files: 'cannot stand beside files: remove the files or the poll',
} as const;
