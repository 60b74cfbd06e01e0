/** Sentences about what is wrong with a request for accounts, apps, channels and webhooks. */
export const requestSentences = {
  nothing_visible: 'must have at least one character that can be seen',
  wrong_length: 'must have 1 to {max:number} characters',
  control_characters: 'must be one line without control characters',
  unknown_place: 'has {given}, which is not filled in; only these are: {known:list}',
  not_a_time_zone: 'must be the name of a time zone such as Europe/Berlin',
  nul_character: 'contains the character NUL',
  half_of_a_surrogate_pair: 'contains half of a surrogate pair',
  number_too_large: 'is too large for a number',
  name_not_possible: 'is not a possible name',
  too_many_unknown_fields: 'is one of more than {most:number} fields that no request has',
  unknown_field_of_settings:
    'is not a field here, and the post would be published without it; what a network has for {concern:word} belongs in settings',
  password_is_email: 'must not be the email address',
  wrong_setup_code: 'is not the setup code',
  missing: 'is missing',
  read_required: 'must contain read',
  not_in_the_future: 'must be in the future',
  not_the_organization_name: 'must be the name of the organisation: {name}',
  nothing_for_sale: 'is not for sale: no plan has a price',
  client_secret_not_used: 'is not used: the network accepts only public clients',
  longer_than: 'is longer than {max:number} characters',
  more_characters_than: 'must not have more than {max:number} characters',
  redirect_not_a_url:
    'must be a full URL that begins with https:// (or, on your own machine, with http://localhost)',
  redirect_not_ascii:
    'must be written in ASCII, without spaces: other characters percent-encoded, a domain name as Punycode (xn--…)',
  redirect_with_fragment: 'must not have a fragment: remove # and what follows',
  redirect_with_password: 'must not hold a user name or password: remove them and the @',
  redirect_not_https: 'must begin with https://; http:// is only for localhost, 127.0.0.1 and [::1]',
  redirect_with_parameter: 'must not have the parameter {names}, which the answer adds',
  upload_not_a_picture: 'must be a picture',
  not_utf8:
    'must be UTF-8 without NUL: other bytes cannot be returned unchanged. Encode them, as base64url say',
  not_given_once: 'must be given once, as a text',
  credential_required: 'is required ({label}: {help})',
  group_name_taken: 'is the name of another channel group',
  no_such_channel: 'is not a channel: {id}. GET /integrations lists the channels',
  foreign_channel: 'is not yours: {id}',
  disabled_channel: 'names "{name}", which is disabled',
  disconnected_channel: 'names "{name}", which must be reconnected',
  hold_disconnected: 'The channel "{name}" must be reconnected; the post is then published',
  queue_takes_new_posts:
    'must be left out: the queue takes new posts. POST /posts/reschedule moves those that exist',
  only_free_takes_new_posts:
    'must be left out: onlyFree is for new posts. POST /posts/reschedule moves those that exist',
  time_taken_meanwhile: 'The channel "{name}" now has another post at this time: choose another free time',
  no_posting_times: 'The channel "{name}" has no posting times',
  hold_frozen: 'Publishing is frozen; the post is published once it is resumed',
  network_not_on_this_instance: 'This instance cannot publish to {network}',
  network_still_processing: '{network} is still processing the post',
  app_not_needed: 'needs no app: Crier registers itself at each server of {network}',
  no_sign_in_in_browser: 'has no sign-in in the browser: {network} is connected with its credentials',
  channel_of_other_network: 'must be a channel of {network}; "{name}" is one of {other}',
  account_not_offered: 'is not one of the accounts that were offered',
  url_with_fragment: 'must not have a part after #',
  no_channel_of_organization: 'is not a channel of the organisation: {id}',
  too_many_webhooks: 'An organisation can have {most:number} webhooks',
  too_many_hashtag_sets: 'An organisation can have {most:number} hashtag sets',
  too_many_listeners: 'An organisation can have {most:number} listeners',
  link_card_not_made: 'the card could not be made',
  link_card_picture_left_out: 'the chosen picture could not be fitted in time, and is left out',
  webhook_receiver_answered: 'the receiver answered {status}',
  webhook_no_answer: 'no answer within {seconds:number} seconds',
  webhook_unreachable: 'the connection failed',
  webhook_address_not_public: 'the address is not public',
  webhook_had_no_room: 'not sent: too many deliveries were waiting',
  webhook_is_off: 'the webhook was switched off: {why:word}',
  try_again_in_seconds: 'Too many attempts. Try again in {seconds:number} seconds',
  try_again_in_minutes: 'Too many attempts. Try again in {minutes:number} minutes',
  link_card_limit_reached:
    'At most {limit:number} link cards can be read in an hour. Try again in {seconds:number} seconds',
  create_limit_reached:
    'This organisation may send {limit:number} create requests per hour, and has sent them. The next one is accepted in {seconds:number} seconds, at {at}; one request can create posts for several channels',
  plan_used_up_channels:
    'The plan {plan} allows {limit:number} {limit|channel|channels}: {used:number} {used|is|are} used',
  plan_short_of_channels:
    'The plan {plan} allows {limit:number} {limit|channel|channels}: {used:number} {used|is|are} used, and this needs {wanted:number} more',
  plan_used_up_posts:
    'The plan {plan} allows {limit:number} {limit|post|posts} a month: {used:number} {used|is|are} used',
  plan_short_of_posts:
    'The plan {plan} allows {limit:number} {limit|post|posts} a month: {used:number} {used|is|are} used, and this needs {wanted:number} more',
  plan_used_up_members:
    'The plan {plan} allows {limit:number} {limit|member|members}: {used:number} {used|is|are} used',
  plan_short_of_members:
    'The plan {plan} allows {limit:number} {limit|member|members}: {used:number} {used|is|are} used, and this needs {wanted:number} more',
  plan_used_up_webhooks:
    'The plan {plan} allows {limit:number} {limit|webhook|webhooks}: {used:number} {used|is|are} used',
  plan_short_of_webhooks:
    'The plan {plan} allows {limit:number} {limit|webhook|webhooks}: {used:number} {used|is|are} used, and this needs {wanted:number} more',
  plan_used_up_storage: 'The plan {plan} allows {limit:number} MB of files: {used:number} {used|is|are} used',
  plan_short_of_storage:
    'The plan {plan} allows {limit:number} MB of files: {used:number} {used|is|are} used, and this needs {wanted:number} more',
  id_not_a_uuid: '"{given}" is not an id, such as 0190c7c1-8a3e-7d0b-9d43-0f3c1f5f0a11',
  no_route: 'Cannot {method} {path}',
  not_a_url_of_this_instance:
    '"{host}" is not an address of this instance. If people open Crier there, set FRONTEND_URL to that address; if a reverse proxy made it up, let it pass the Host on, or name the proxy in TRUSTED_PROXIES',
  request_url_unreadable: 'The URL in the request cannot be read',
  body_breaks_off: 'The connection closed before the whole body had arrived',
  body_not_gzip: 'The body is not gzip, as its Content-Encoding says, or breaks off',
  body_not_utf8: 'The body is not UTF-8',
  not_from_the_browser: 'must be as the browser returned it',
  body_not_json: 'The body is not valid JSON: {why}',
  too_many_form_fields:
    'The form has {count:number} fields: send the parameters of this endpoint alone, at most {max:number}',
  body_with_encoding: 'The body has the Content-Encoding "{coding}": send it with gzip, or as it is',
  body_over: 'The body is over {limit}',
  body_over_upload_first: 'The body is over {limit}. Upload media with POST /public/v1/upload first',
  metrics_off: 'There are no metrics here: METRICS_TOKEN is not set',
  metrics_token_missing: 'The metrics token is missing',
  metrics_token_invalid: 'Invalid metrics token',
  json_name_too_long: 'The body has a name of more than {max:number} bytes in {place}',
  json_name_twice: 'The body has the name {place} twice',
  json_too_deep: 'The body is nested more than {max:number} levels deep',
  json_too_many_values: 'The body holds more than {max:number} values',
  nothing_was_changed: 'Nothing was changed',
  may_be_done_repeat:
    'The request may have been carried out all the same: repeat it with the same Idempotency-Key',
  may_be_done_look: 'The request may have been carried out all the same: look before you repeat it',
  may_be_done_look_or_key:
    'The request may have been carried out all the same: look before you repeat it. With an Idempotency-Key it could be repeated safely',
  unavailable_and: '{unavailable:sentence}. {outcome:sentence}',
  address_blocked:
    'Blocked IP: {host} is not a public address. The operator of this instance can allow its range with SSRF_ALLOW_CIDRS, or all addresses with DISABLE_SSRF_PROTECTION=true',
} as const;
