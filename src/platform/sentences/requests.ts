/** What is wrong with a request about accounts, apps, channels and webhooks. */
export const requestSentences = {
  nothing_visible: 'must have at least one character that can be seen',
  wrong_length: 'must have 1 to {max:number} characters',
  control_characters: 'must be one line without control characters',
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
  redirect_not_an_address:
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
  no_posting_times: 'The channel "{name}" has no posting times',
  hold_frozen: 'Publishing is frozen; the post is published once it is resumed',
  network_not_on_this_instance: 'This instance cannot publish to {network}',
  network_still_processing: '{network} is still processing the post',
  app_not_needed: 'needs no app: Crier registers itself at each server of {network}',
  no_sign_in_in_browser: 'has no sign-in in the browser: {network} is connected with its credentials',
  channel_of_other_network: 'must be a channel of {network}; "{name}" is one of {other}',
  account_not_offered: 'is not one of the accounts that were offered',
  address_with_fragment: 'must not have a part after #',
  no_channel_of_organization: 'is not a channel of the organisation: {id}',
  too_many_webhooks: 'An organisation can have {most:number} webhooks',
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
} as const;
