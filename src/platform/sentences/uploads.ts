/** Sentences about why a file was not taken, fetched, fitted or deleted. */
export const uploadSentences = {
  too_many_tags_of_file: 'would give the file {id} more than {max:number} tags',
  not_an_https_url: 'must be a URL that begins with https://',
  fetched_a_web_page:
    'The file could not be fetched: {host} answered with a web page, not with a picture or a video. Use the URL of the file itself',
  url_with_spaces: 'must be one URL, without white space or control characters',
  address_of_private_network: 'must not be an address of a private network',
  url_with_password: 'must not hold a user name or password',
  media_not_from_there: 'must contain "{needed}": this instance accepts media only from there',
  not_a_data_uri: 'must be data:TYPE;base64, and the file in base64',
  data_uri_of_text: 'is a text, not a picture or video',
  not_base64: 'is not valid base64',
  fetched_a_status: 'The file could not be fetched: {host} answered {status}',
  fetched_nothing: 'The file could not be fetched: {host} answered with nothing',
  redirect_to_no_url: 'The file could not be fetched: {host} redirects to something that is not a URL',
  link_is_no_page: 'There is no link card: {host} did not return a web page',
  link_without_title: 'There is no link card: the page on {host} has no title',
  page_answered_status: 'There is no link card: {host} answered {status}',
  page_refused: 'There is no link card: {host} could not be reached, or sent nothing that can be read',
  page_too_slow: 'There is no link card: {host} took too long to answer',
  page_redirects: 'There is no link card: {host} redirects too often, or to something that is not a URL',
  page_with_password: 'There is no link card: the URL contains a user name or password',
  page_not_read_again: 'There is no link card: {host} could not be read a moment ago',
  pages_too_slow: 'There is no link card: other pages of this post took too long to answer',
  fetch_refused: 'The file could not be fetched: {host} refused to send it',
  too_many_redirects: 'The file could not be fetched: more than {max:number} redirects',
  fetch_url_with_password: 'The file could not be fetched: the URL contains a user name or password',
  fetch_url_not_https: 'The file could not be fetched: {address} is not an https URL',
  fetches_took_too_long: 'The file could not be fetched: the files of this request took too long',
  host_unreachable:
    'Failed to fetch: {host} could not be reached, or gave an unusable answer. Check the URL and try again',
  network_answer_not_usable: '{network} gave an unusable answer',
  heic_unreadable: 'The HEIC picture cannot be read. Save it as JPEG, and upload that',
  heic_too_many_pixels:
    'The picture has {width:number} × {height:number} pixels; {limit:number} million is the limit of HEIC. Save it as JPEG, and upload that',
  file_type_unknown:
    'This file type is not supported. Upload JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP, TIFF, MP4, MOV or PDF',
  file_type_unsupported:
    'This file type is not supported ({mime}). Upload JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP, TIFF, MP4, MOV or PDF',
  file_over_limit_of_type: 'The file is {size:bytesUp}; {mime} is limited to {max:bytesDown}',
  file_over_limit: 'The file is larger than {max:bytesDown}',
  file_over_1_gb: 'The file is over 1 GB',
  picture_place_not_removable:
    'The picture says where or with whose camera it was taken, and is too damaged to be stored without that. Save it again, and upload that',
  picture_breaks_off:
    'The picture is cut off or damaged: part of it is missing. Upload it again, or save it again first',
  picture_not_turnable:
    'The picture is stored on its side, and is too damaged to be turned. Save it again, and upload that',
  picture_too_many_pixels:
    'The picture has {width:number} × {height:number} pixels; {max:number} million is the limit',
  not_multipart: 'Send the file as multipart/form-data, part "file"',
  file_with_encoding: 'The body has the Content-Encoding "{coding}": send a file as it is',
  no_file_part: 'No file provided: the part must be named "file"',
  multipart_unreadable: 'The multipart body could not be read: {why}',
  bmp_unreadable: 'The BMP picture cannot be read. Save it as PNG, and upload that',
  animated_png:
    'The picture is an animated PNG (APNG), which networks show as a still picture, or not at all. Save it as GIF or MP4, and upload that',
  animated_avif:
    'The picture is an animated AVIF, which networks show as a still picture, or not at all. Save it as GIF or MP4, and upload that',
  byte_order_mark:
    'The file begins with a byte order mark, which belongs to a text: a program has read the picture as text, and it is no longer whole. Upload the picture itself',
  video_without_index:
    'The video has no index (moov), without which nothing can play it: the recording, the export or the download was interrupted. Export it again, and upload that',
  video_breaks_off:
    'The video is cut off: its index names pictures or sounds that are not in the file. Export it again, and upload that',
  no_moving_picture: 'The file has no moving picture, only sound or nothing. Upload a video',
  video_place_in_pictures:
    'The video may say where, by whom or with which camera it was taken, and has pictures in a format that cannot be stored without that ({codec}). Export it as MP4 with H.264 and AAC, and upload that',
  video_place_in_sound:
    'The video may say where, by whom or with which camera it was taken, and has sound in a format that cannot be stored without that ({codec}). Export it as MP4 with H.264 and AAC, and upload that',
  video_pictures_not_for_mp4:
    'The video has pictures in a format that cannot be put into an MP4 ({codec}). Export it as MP4 with H.264 and AAC, and upload that',
  video_sound_not_for_mp4:
    'The video has sound in a format that cannot be put into an MP4 ({codec}). Export it as MP4 with H.264 and AAC, and upload that',
  upload_deleted: 'An upload was deleted meanwhile',
  no_such_file: 'No file of the library has the id {id}',
  foreign_file: 'The file {id} belongs to another organisation',
  file_in_draft: 'A draft uses this file: take it out of the draft first',
  file_in_post: 'A post that is not published yet uses this file',
  file_in_post_of_id: 'A post that is not published yet uses this file ({id})',
  file_in_posts: '{count:number} posts that are not published yet use this file',
  file_in_posts_since_id: '{count:number} posts that are not published yet use this file (the first is {id})',
  fit_document: 'is a PDF. Only pictures can be fitted',
  fit_video: 'is a video. Only pictures can be fitted',
  fit_animated: 'is animated, and its copy would be a still picture. Choose one that is not animated',
  fit_not_convertible:
    'is damaged, or of a type that cannot be converted. Save it as JPEG or PNG, and upload that',
  fit_too_large:
    'is still {size:bytesUp} when it is made as small as it may be; {network} allows {max:bytesDown}. Choose a simpler one',
  fit_too_small:
    'is {width:number} × {height:number} pixels at most; {network} needs at least {minWidth:number} × {minHeight:number}, and a picture is never enlarged. Choose a larger one',
  fit_aspect_too_small:
    'must be "pad" or "crop": the picture has the aspect ratio {aspect:number} (width ÷ height), and {network} needs at least {min:number}',
  fit_aspect_too_large:
    'must be "pad" or "crop": the picture has the aspect ratio {aspect:number} (width ÷ height), and {network} allows {max:number} at most',
  fit_no_pictures: 'names a network that takes no pictures: {network}',
  fit_unknown_network: 'is neither the id of a channel nor a network. GET /integrations lists both',
  fit_network_not_on_this_instance: 'is a channel of a network that this instance does not know',
  only_videos: 'is no video. Only videos can be converted or trimmed',
  trim_after_end: 'is behind the end: the video lasts {max:number} milliseconds',
  trim_too_short: 'must be at least {min:number} milliseconds after startMs',
  trim_not_possible:
    'The video is in a format that cannot be trimmed here. Trim it before you upload it, or ask the operator for ffmpeg (CRIER_FFMPEG)',
  conversion_impossible:
    'The video cannot be converted: it is damaged, or in a format that ffmpeg cannot read here. Export it as MP4 with H.264 and AAC, and upload that',
  conversion_too_long:
    'The conversion took more than an hour and was stopped. Export the video as MP4 with H.264 and AAC, and upload that',
  conversion_too_heavy:
    'The conversion needs more memory than it may have and was stopped. Export the video with fewer pixels, and upload that',
  conversion_too_large: 'The result is larger than a video may be. Trim the video first',
  video_interrupted: 'Crier was stopped before the work was done. Try again',
  video_failed: 'Something went wrong here; the operator finds it in the log. Try again later',
  file_gone: 'The file {id} is gone from its folder',
  fit_too_heavy:
    'is damaged, or needs more time or memory than a picture is allowed. Save it again with fewer pixels, and upload that',
  file_too_heavy:
    'The file is damaged, or needs more time or memory than a file is allowed. Save it again with fewer pixels, and upload that',
  file_damaged: 'The file is damaged. Save it again, and upload that',
  document_locked: 'The PDF has a password. Save it without one, and upload that',
  document_without_pages: 'The PDF has no pages. Save it again, and upload that',
  document_too_large: 'The pictures need more than the {max:bytesDown} that a document may have',
  file_not_arrived: 'The file has not arrived',
  upload_completed_before:
    'The upload was completed before: its file is in the media library, or was refused',
  not_of_the_arrived_file: 'is not that of the file that arrived: send it again',
  document_picture_damaged: 'A picture of the document is damaged',
  no_bucket_named:
    'No bucket is named here: set S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. Where files of this instance are in one already, run this with the variables of the instance',
} as const;
