/** Every fault, in the order of the matrix. */
import type { Fault } from './fault.ts';
import { workerBeforeClaim } from './f01-worker-before-claim.ts';
import { workerAfterSent } from './f02-worker-after-sent.ts';
import { workerSuspended } from './f02b-worker-suspended.ts';
import { workerAfterDirectClaim } from './f02c-worker-after-direct-claim.ts';
import { workerWithMedia } from './f02d-worker-with-media.ts';
import { workerAfterAccepted } from './f03-worker-after-accepted.ts';
import { workerBetweenParts } from './f04-worker-between-parts.ts';
import { apiAfterCommit } from './f06-api-after-commit.ts';
import { apiBeforeCommit } from './f07-api-before-commit.ts';
import { apiBeforeResponse } from './f08-api-before-response.ts';
import { postgresKilled } from './f09-postgres-killed.ts';
import { connectionCut } from './f09b-connection-cut.ts';
import { postgresRefuses } from './f10-postgres-refuses.ts';
import { temporalRestart } from './f12-temporal-restart.ts';
import { temporalSuspended } from './f12b-temporal-suspended.ts';
import { temporalDown } from './f13-temporal-down.ts';
import { temporalWiped } from './f14-temporal-wiped.ts';
import { noVisibility } from './f15-no-visibility.ts';
import { serverErrors } from './f16-server-errors.ts';
import { rateLimits } from './f17-rate-limits.ts';
import { tokenRenewal } from './f18-token-renewal.ts';
import { lostAnswer } from './f19-lost-answer.ts';
import { lostRequest } from './f20-lost-request.ts';
import { equalWords } from './f20b-equal-words.ts';
import { garbage } from './f21-garbage.ts';
import { duplicateContent } from './f22-duplicate-content.ts';
import { falseClocks } from './f23-false-clocks.ts';
import { hostSuspended } from './f23b-host-suspended.ts';
import { diskFull } from './f25-disk-full.ts';
import { databaseDiskFull } from './f25b-database-disk-full.ts';
import { mediaGone } from './f26-media-gone.ts';
import { parallelCreates } from './f28-parallel-creates.ts';
import { raceWithDate } from './f29-race-with-date.ts';
import { deployAndRollBack } from './f30-deploy-and-roll-back.ts';
import { twoReleases } from './f30b-two-releases.ts';
import { burstOfMany } from './f32-burst-of-many.ts';
import { backlogAndOthers } from './f32b-backlog-and-others.ts';
import { yearOfPosts } from './f33-year-of-posts.ts';
import { splitWorker } from './f34-split-worker.ts';
import { keyRotation } from './f37-key-rotation.ts';
import { nemesis } from './f39-nemesis.ts';
import { lostAnswerOfAVendor } from './f40-lost-answer-of-a-vendor.ts';
import { endlessProcessing } from './f41-endless-processing.ts';
import { rotatedTokenAndCrash } from './f42-rotated-token-and-crash.ts';
import { quotaUsedUp } from './f43-quota-used-up.ts';
import { updateWithWaitingPosts } from './f44-update-with-waiting-posts.ts';
import { workerBetweenSubreddits } from './f45-worker-between-subreddits.ts';
import { restoredBackup } from './f46-restored-backup.ts';
import { bucketBreaks } from './f47-bucket-breaks.ts';
import { filesMove } from './f48-files-move.ts';
import { webhookReceiver } from './f49-webhook-receiver.ts';
import { webhookBacklog } from './f50-webhook-backlog.ts';
import { shortenerBreaks } from './f51-shortener-breaks.ts';
import { siteLost } from './f52-site-lost.ts';
import { siteCutOff } from './f52b-site-cut-off.ts';
import { forgottenConnections } from './f53-forgotten-connections.ts';
import { far } from './far.ts';
import { plugged } from './plugged-faults.ts';
import { soak } from './soak.ts';
import { apiAfterLastAnswer } from './r1-api-after-last-answer.ts';
import { workerDuringRequest } from './r2-worker-during-request.ts';
import { connectionDropped } from './r3-connection-dropped.ts';
import { neverAnswers } from './r4-never-answers.ts';

export const faults: readonly Fault[] = [
  workerBeforeClaim,
  workerAfterSent,
  workerSuspended,
  workerAfterDirectClaim,
  workerWithMedia,
  workerAfterAccepted,
  workerBetweenParts,
  apiAfterCommit,
  apiBeforeCommit,
  apiBeforeResponse,
  postgresKilled,
  connectionCut,
  postgresRefuses,
  temporalRestart,
  temporalSuspended,
  temporalDown,
  temporalWiped,
  noVisibility,
  serverErrors,
  rateLimits,
  tokenRenewal,
  lostAnswer,
  lostRequest,
  equalWords,
  garbage,
  duplicateContent,
  falseClocks,
  hostSuspended,
  diskFull,
  databaseDiskFull,
  mediaGone,
  parallelCreates,
  raceWithDate,
  deployAndRollBack,
  twoReleases,
  burstOfMany,
  backlogAndOthers,
  yearOfPosts,
  splitWorker,
  keyRotation,
  nemesis,
  lostAnswerOfAVendor,
  endlessProcessing,
  rotatedTokenAndCrash,
  quotaUsedUp,
  updateWithWaitingPosts,
  workerBetweenSubreddits,
  restoredBackup,
  bucketBreaks,
  filesMove,
  webhookReceiver,
  webhookBacklog,
  shortenerBreaks,
  siteLost,
  siteCutOff,
  forgottenConnections,
  apiAfterLastAnswer,
  workerDuringRequest,
  connectionDropped,
  neverAnswers,
  ...plugged,
  far,
  soak,
];
