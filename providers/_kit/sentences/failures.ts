/** What a network did not do, where it gave no reason of its own. */

/** What an answer lacks; the words are read after "without". */
export type Absent =
  | 'the id of the post'
  | 'the id of a post'
  | 'the id of a message'
  | 'the id of the draft'
  | 'the id of the photo'
  | 'the id of the video'
  | 'the id of the container'
  | 'the id of the pin'
  | 'the id of the story'
  | 'the id of the campaign'
  | 'the id of the comment'
  | 'the hash of the cast'
  | 'the hash of a cast'
  | 'the number of the article'
  | 'the number of the draft'
  | 'the time of publication'
  | 'the name of the post'
  | 'the name of the account'
  | 'the name of the agent'
  | 'the name of the member'
  | 'the account'
  | 'an account'
  | 'a signer'
  | 'the account of the signer'
  | 'a page to approve on'
  | 'an access token'
  | 'tokens'
  | 'the session of the upload'
  | 'the community'
  | 'data'
  | 'a body'
  | 'what was asked for'
  | 'the URL of the record'
  | 'the URL of the picture'
  | 'the URL of a picture'
  | 'the URL of the channel'
  | 'the URL of the uploaded file'
  | 'a job'
  | 'the records that it created'
  | 'saying where to upload the file'
  | 'saying where to upload'
  | 'saying where to upload the video'
  | 'saying where to store the file'
  | 'saying where the shot will be'
  | 'saying whether the message was sent'
  | 'saying that the campaign is running'
  | 'the id and the status of the post'
  | 'a URL to upload to';

export type Accepted = 'comment' | 'gallery' | 'post' | 'story';

export const networkSentences = {
  answered_without: '{who:word} answered without {what:word}',
  accepted_without_id: '{who:word} accepted the {what:word} without returning its id',
  not_granted: '{network} did not grant {scopes:list}; connect the channel again',
  no_lasting_access: '{network} gave no lasting access; connect the channel again',
  lacks_permission: 'The channel lacks a permission on {network}; reconnect it. {words}',
  reconnect_the_channel: '{words}; reconnect the channel',
  not_processed_in_time: '{who:word} did not process {file} within {minutes:number} minutes',
  not_processed_without_reason: '{who:word} could not process {file}; it does not say why',
  not_processed: '{who:word} could not process {file}: {why}',
  file_unreadable: 'The file {file} could not be read',
  storage_refuses_size: '{words}: the file is too large',
  accounts_connected_in_browser: '{network} accounts are connected in the browser',
  answers_as_another: '{url} does not answer as {network} does',
  url_answers_as_another: 'The URL does not answer as {network} does',
  not_a_url: 'Not a URL: {url}',
  must_use_https: '{who:word} must use https: {url}',
  network_needs_variable: '{network} is not set up on this instance: set {variable}',
  published_without_url: 'The post is published; its URL could not be read',
  still_processes_files: '{network} is still processing the files',
  refused_in_front: 'The servers in front of {network} refused the request. {words}',
  no_longer_there: '{network} no longer has the post',
  post_not_processed: '{network} could not process the post: {why}',
  video_not_processed: '{network} could not process the video: {why}',
  still_processes_video: '{network} is still processing the video',
  upload_ended_early: '{network} ended the upload before its last byte',
  upload_opened_nowhere: '{network} opened an upload without saying where',
} as const;
