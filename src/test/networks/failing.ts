/** How the contract test makes a network fail that stands behind a front. */
import type { FailureMode, NetworkHarness, StepsHarness } from '../../../providers/_kit/test-harness.ts';
import type { Fault, FaultFront, FaultTarget } from './fault-front.ts';

/** Failures of the connection, which are the same on every network. */
const OF_THE_CONNECTION: Partial<Record<FailureMode, Fault>> = {
  lost_answer: { kind: 'reset_after' },
  lost_request: { kind: 'reset_before' },
  garbage_answer: { kind: 'garbage_after' },
};

/** What the network itself answers, in its own words, for each failure that can happen there. */
export type OwnFaults<Impossible extends OwnFailure = never> = Readonly<
  Record<Exclude<OwnFailure, Impossible>, () => Fault>
>;
type OwnFailure = Exclude<
  FailureMode,
  'connection_refused' | 'lost_answer' | 'lost_request' | 'garbage_answer'
>;

/** `isPublish` finds the call that publishes among those that only read. */
export function failingWith(
  world: { readonly front: FaultFront; refuseConnections(on: boolean): void },
  own: Partial<OwnFaults>,
  isPublish: FaultTarget,
): Pick<NetworkHarness, 'fail' | 'recover'> & Pick<StepsHarness, 'failAt'> {
  const faultOf = (mode: FailureMode): Fault => {
    const fault = OF_THE_CONNECTION[mode] ?? own[mode as OwnFailure]?.();
    if (!fault) throw new Error(`It was not said how the network fails: ${mode}`);
    return fault;
  };
  return {
    fail(mode) {
      if (mode === 'connection_refused') return world.refuseConnections(true);
      world.front.arm(faultOf(mode), isPublish);
    },
    failAt(n, mode) {
      let calls = 0;
      world.front.arm(faultOf(mode), (request) => isPublish(request) && ++calls === n);
    },
    recover() {
      world.refuseConnections(false);
      world.front.disarm();
    },
  };
}
