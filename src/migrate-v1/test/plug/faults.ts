import type { Fault } from '../../../test/faults/fault.ts';
import { killedWhileCopying } from '../faults/m01-killed-while-copying.ts';
import { killedWhileStopping } from '../faults/m02-killed-while-stopping.ts';
import { killedWhileWaiting } from '../faults/m03-killed-while-waiting.ts';
import { killedWhileTakingOver } from '../faults/m04-killed-while-taking-over.ts';
import { oldPublisherKilled } from '../faults/m05-old-publisher-killed.ts';
import { oldDatabaseKilled } from '../faults/m06-old-database-killed.ts';
import { ownDatabaseKilled } from '../faults/m07-own-database-killed.ts';
import { temporalKilled } from '../faults/m08-temporal-killed.ts';
import { networkAway } from '../faults/m09-network-away.ts';
import { diskFull } from '../faults/m10-disk-full.ts';
import { wrongSecret } from '../faults/m11-wrong-secret.ts';
import { rolledBack } from '../faults/m12-rolled-back.ts';
import { namesClash } from '../faults/m13-names-clash.ts';
import { restoredBesideOld } from '../faults/m14-restored-backup.ts';
import { redisAway } from '../faults/m15-redis-away.ts';
import { inAge, inEachAge } from '../faults/scene.ts';

export const faults: readonly Fault[] = [
  ...[
    killedWhileCopying,
    killedWhileStopping,
    killedWhileWaiting,
    killedWhileTakingOver,
    oldPublisherKilled,
    oldDatabaseKilled,
    ownDatabaseKilled,
    temporalKilled,
    networkAway,
    diskFull,
    wrongSecret,
    rolledBack,
    namesClash,
    restoredBesideOld,
  ].flatMap(inEachAge),
  inAge(redisAway, 'queue'),
];
