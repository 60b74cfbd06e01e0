/**
 * Several machines on one: each is a network namespace of Linux (network_namespaces(7)), from which a cable
 * (veth(4)) leads to one switch (a bridge in a namespace of its own). All addresses are loopback ones: within
 * a machine, all of 127.0.0.0/8 but its own leads over the cable, and the kernel takes such packets from it
 * (`route_localnet` and `accept_local` in its ip-sysctl document). So what does not run on a machine listens
 * on 127.0.0.1 as always, and nothing can be reached from outside.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ChildSpec } from '../../run/embedded/child.ts';
import { endProcess, run } from '../servers/server.ts';

export interface Machines {
  /** The program, to be run on the machine of this name. */
  place(machine: string, spec: ChildSpec): ChildSpec;
  /** Pulls its cable at the switch: every packet is lost, and nobody is notified. */
  cutOff(machine: string): Promise<void>;
  /** Plugs it in again. */
  reconnect(machine: string): Promise<void>;
  stop(): Promise<void>;
}

/** On this side of the switch's cable; at most 15 characters. */
const UPLINK = `crier${process.pid}`;

/**
 * Machines by name, each with its address in 127.0.0.0/8; null where this process may not make them, which
 * takes root on Linux. The kernel removes them with this process, however it ends.
 */
export async function startMachines(addresses: Readonly<Record<string, string>>): Promise<Machines | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const spaces: Namespace[] = [];
  const stop = async (): Promise<void> => {
    // The kernel would remove it a moment after the last of them; here it may never have been made.
    await run('ip', ['link', 'del', UPLINK]).catch(() => undefined);
    await Promise.all(spaces.map((space) => space.stop()));
  };
  const open = async (): Promise<Namespace> => {
    const space = await openNamespace();
    spaces.push(space);
    return space;
  };
  const network = await open().catch(() => null);
  if (!network) return null;
  try {
    await run('ip', ['link', 'add', UPLINK, 'type', 'veth', 'peer', 'name', 'uplink', 'netns', network.id]);
    await script([], `${takeLoopback(UPLINK)}; ip link set dev ${UPLINK} up`);
    await script(
      network.enter,
      'ip link add switch type bridge; ip link set switch up; ip link set uplink master switch up',
    );
    const machines = new Map<string, Namespace>();
    for (const [name, address] of Object.entries(addresses)) {
      const machine = await open();
      machines.set(name, machine);
      await script(
        network.enter,
        `ip link add name ${name} type veth peer name cable netns ${machine.id}; ip link set dev ${name} master switch up`,
      );
      await script(
        machine.enter,
        `${takeLoopback('cable')}; ip link set lo up; ip addr del 127.0.0.1/8 dev lo
         ip link set cable up; ip addr add ${address}/32 dev cable
         ip route add 127.0.0.0/8 dev cable src ${address}`,
      );
      await run('ip', ['route', 'add', address, 'dev', UPLINK, 'src', '127.0.0.1', 'table', 'local']);
    }
    return {
      place(name, spec) {
        const [command = '', ...args] = machines.get(name)?.enter ?? [];
        return command ? { ...spec, command, args: [...args, spec.command, ...spec.args] } : spec;
      },
      cutOff: (name) => script(network.enter, `ip link set dev ${name} nomaster`),
      reconnect: (name) => script(network.enter, `ip link set dev ${name} master switch`),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Namespace {
  /** The process that holds it open. */
  readonly id: string;
  /** What runs the command after it in there. */
  readonly enter: readonly string[];
  stop(): Promise<void>;
}

/** A namespace, which lives as long as a process in there, which ends with its input: with this process. */
async function openNamespace(): Promise<Namespace> {
  const holder: ChildProcess = spawn('unshare', ['--net', 'sh', '-c', 'echo; exec cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [first] = (await Promise.race([
    once(holder.stdout ?? holder, 'data'),
    once(holder, 'exit'),
  ])) as unknown[];
  if (!Buffer.isBuffer(first)) throw new Error('this machine makes no network namespaces');
  const id = String(holder.pid);
  return { id, enter: ['nsenter', `--net=/proc/${id}/ns/net`], stop: () => endProcess(holder) };
}

/** The kernel throws away packets with loopback addresses that come from outside, unless it is set so. */
const takeLoopback = (device: string): string =>
  ['route_localnet', 'accept_local']
    .map((name) => `echo 1 > /proc/sys/net/ipv4/conf/${device}/${name}`)
    .join('; ');

async function script(enter: readonly string[], text: string): Promise<void> {
  const [command = '', ...args] = [...enter, 'sh', '-ec', text];
  await run(command, args);
}
