/** What this network alone refuses, in English and in German. */
export const english = {
  reddit_no_submission_of_type:
    'does not belong to any of the submissions; choose one of the types {types:list}',
  reddit_name_too_short: 'must have a name of at least {min:number} characters',
  reddit_link_needs_it: 'is required for a submission of the type link',
  reddit_crosspost_needs_post: 'must be the URL of a post on Reddit, with /comments/',
  reddit_flair_required: 'is required: {id, name} of one of the flairs of the subreddit',
  reddit_not_a_subreddit: 'must be the name of a subreddit such as r/food',
  reddit_suspended: 'Reddit has suspended the account u/{name}',
  reddit_no_subreddit: 'r/{name} does not exist',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  reddit_no_submission_of_type:
    'Die Datei gehört zu keiner der Einreichungen; möglich ist sie mit den Arten {types}',
  reddit_name_too_short: 'Der Name braucht mindestens {min} Zeichen',
  reddit_link_needs_it: 'Fehlt; ein Link braucht es',
  reddit_crosspost_needs_post: 'Muss die Adresse eines Beitrags auf Reddit sein, mit /comments/',
  reddit_flair_required: 'Fehlt; dieses Subreddit verlangt eines seiner Flairs',
  reddit_not_a_subreddit: 'Muss der Name eines Subreddits sein, zum Beispiel r/food',
  reddit_suspended: 'Reddit hat das Konto u/{name} gesperrt',
  reddit_no_subreddit: 'r/{name} gibt es nicht',
};
