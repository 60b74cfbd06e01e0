/** Sentences about what a look at the instance found. */
export const healthSentences = {
  check_silent: 'does not answer',
  check_disk_full: 'its disk is full',
  check_written: 'written',
  check_outbox_empty: 'empty',
  check_outbox_waiting: '{rows:number} waiting, the oldest for {seconds:number} s',
  check_answers: 'answers',
  check_preparing: 'not up yet: {progress:sentence}',
  check_start_failed: 'could not be started: npm run crier -- doctor says why',
  check_waits_for_temporal: "starts when Temporal's server is up",
  check_no_worker: 'no worker is running',
  check_polling: '{workers:number} polling, the last {seconds:number} s ago',
  check_polling_short:
    '{workers:number} polling, the last {seconds:number} s ago; some networks have none: npm run crier -- doctor names them',
  temporal_looking: 'looking at what has to be built',
  temporal_waiting: 'another start is building it',
  temporal_fetching: '{done:number} of {total:number} modules fetched',
  temporal_building: '{done:number} of {total:number} packages compiled',
  temporal_linking: 'linking, nearly done',
  temporal_downloading: 'downloading',
  temporal_starting: 'starting',
} as const;
