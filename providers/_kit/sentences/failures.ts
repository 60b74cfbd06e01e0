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
  | 'a URL to upload to'
  | 'a session'
  | 'the video'
  | 'the id of the device'
  | 'saying whether it succeeded'
  | 'saying that it has the video';

export type Accepted = 'the comment' | 'the gallery' | 'the post' | 'the story';

/** What a person has to give to connect; the words are read before "is required". */
export type Needed =
  | 'A handle such as alice.bsky.social'
  | 'A user name with its password'
  | 'A user name with an application password'
  | 'An API user with its token'
  | 'An access token'
  | 'The URL of listmonk'
  | 'The URL of the site';

/** What a network does not accept, or what is not of its form. */
export type Credential =
  | 'an API key'
  | 'an access token'
  | 'a bot token'
  | 'the API key'
  | 'the access token'
  | "the bot's token"
  | 'these cookies';

/** What a post lacks that its network cannot do without. */
export type Lacking =
  | 'a picture'
  | 'a video'
  | 'a picture or a video'
  | 'a file'
  | 'a community'
  | 'a subreddit'
  | 'a post above it';

/** Why nothing was posted to a place; the words are read after its name. */
export type PlaceRefusal =
  | 'does not exist'
  | 'does not exist at the instance'
  | 'was removed'
  | 'has banned the account'
  | 'lets only its moderators post'
  | 'does not accept text'
  | 'accepts text only';

/** What the calls of one part make, or what a network counts. */
export type Counted = 'casts' | 'photos' | 'posts' | 'stories' | 'submissions' | 'videos';

export const networkSentences = {
  answered_without: '{who:word} answered without {what:word}',
  accepted_without_id: '{who:word} accepted {what:word} without returning its id',
  not_granted: '{network} did not grant {scopes:list}; connect the channel again',
  no_lasting_access: '{network} gave no lasting access; connect the channel again',
  lacks_permission: 'The channel lacks a permission on {network}; reconnect it. {words}',
  reconnect_the_channel: '{words:sentence}; reconnect the channel',
  not_processed_in_time: '{who:word} did not process {file} within {minutes:number} minutes',
  not_processed_without_reason: '{who:word} could not process {file}; it does not say why',
  not_processed: '{who:word} could not process {file}: {why}',
  file_unreadable: 'The file {file} could not be read',
  storage_refuses_size: '{words:sentence}: the file is too large',
  connected_in_browser: '{network} is connected in the browser',
  answers_as_another: '{url} does not answer as {network} does',
  url_answers_as_another: 'The URL does not answer as {network} does',
  not_a_url: 'Not a URL: {url}',
  must_use_https: '{who:word} must use https: {url}',
  network_needs_variable: '{network} is not set up on this instance: set {variable}',
  network_needs_variables: '{network} is not set up on this instance: set {id} and {secret}',
  published_without_url: 'The post is published; its URL could not be read',
  still_processes_files: '{network} is still processing the files',
  refused_in_front: 'The servers in front of {network} refused the request. {words}',
  no_longer_there: '{network} no longer has the post',
  post_not_processed: '{network} could not process the post: {why}',
  video_not_processed: '{network} could not process the video: {why}',
  still_processes_video: '{network} is still processing the video',
  upload_ended_early: '{network} ended the upload before its last byte',
  upload_opened_nowhere: '{network} opened an upload without saying where',
  needed_to_connect: '{what:word} is required',
  wrong_credential: 'This is not {what:word} of {network}, which has only letters, digits and signs',
  credential_refused: '{network} does not accept {what:word}. {why:sentence}',
  access_withdrawn: '{why:sentence}. Access was withdrawn at {network}, or has ended; reconnect the channel',
  google_access_ended:
    '{why:sentence}: access was withdrawn, was not used for six months, or ended after 7 days because the app is still in testing at Google (publish it under Google Auth Platform, Audience); reconnect the channel',
  not_all_boxes: '{network} was not granted {scopes:list}; connect again and leave every box ticked',
  app_refused: '{why:sentence}. {id} and {secret} are not those of an app on {network}',
  app_id_refused: '{why:sentence}. {id} is not that of an app on {network}',
  answered_for_another: '{network} answered for another sign-in; connect again',
  network_answered: '{network} answered {answer}',
  answered_no_json: '{who:word} answered {status:number} with a body that is not JSON',
  storage_answered: 'The storage of {network} answered {status} to {file}',
  upload_stuck: '{network} does not take the rest of the video',
  firewall_blocked:
    'A firewall blocked the call (HTTP 403, not from {network}); it may have to be configured to allow Crier',
  moved_to: '{who:word} has moved to {url:word}; reconnect the channel with that URL (HTTP {status:number})',
  redirects_to: '{who:word} redirects to {url:word}; if that is yours, connect it with that URL',
  not_a_url_such_as: '{given} is not a URL such as {example}',
  url_unknown: 'The URL of this post on {network} is not known',
  other_status: '{who:word} set the post to "{status}" instead of "{wanted}"; it is at {url}',
  post_lacks: 'The post lacks {what:word}',
  nothing_posted: '{place} {why:word}; nothing was posted',
  some_published: '{done:number} of {all:number} {noun:word} are published. {why:sentence}',
  others_follow: '{done:number} of {all:number} {noun:word} are published; the others follow',
} as const;
