/**
 * The last resort against orphans: a shell that ends our children when we are gone without notice (SIGKILL,
 * crash).
 */
import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Reads `add <pid> <signal> <seconds>` and `del <pid>`; at the end of its input it ends what is left, newest
 * first.
 */
const SCRIPT = `
trap '' INT TERM HUP
left=''
while read -r verb pid sig grace; do
  case $verb in
    add) left="$pid:$sig:$grace $left" ;;
    del) keep=''
      for entry in $left; do case $entry in "$pid":*) ;; *) keep="$keep $entry" ;; esac; done
      left=$keep ;;
  esac
done
for entry in $left; do
  pid=\${entry%%:*}; rest=\${entry#*:}; sig=\${rest%%:*}; ticks=$(( \${rest#*:} * 5 ))
  kill -s "$sig" "$pid" 2>/dev/null || continue
  while [ $ticks -gt 0 ] && kill -s 0 "$pid" 2>/dev/null; do sleep 0.2; ticks=$((ticks - 1)); done
  kill -s KILL -- "-$pid" 2>/dev/null
done
`;

interface Watched {
  readonly pid: number;
  readonly signal: NodeJS.Signals;
  readonly graceMs: number;
}

/** Keeps the shell informed of our children. The pipe to it closes with us, however we end. */
export class Watchdog {
  #shell: ChildProcess | null = null;
  #watched: Watched[] = [];
  #closed = false;

  /** Puts a child under watch. */
  add(child: Watched): void {
    this.#watched.push(child);
    if (this.#shell) this.#tell(line(child));
    else this.#start();
  }

  /** A child ended by itself or by us. */
  remove(pid: number): void {
    this.#watched = this.#watched.filter((w) => w.pid !== pid);
    this.#tell(`del ${pid}\n`);
  }

  /** Everything is stopped: lets the shell end. */
  close(): void {
    this.#closed = true;
    this.#shell?.stdin?.end();
    this.#shell = null;
  }

  /** Its process number while it runs. */
  get pid(): number | undefined {
    return this.#shell?.pid;
  }

  #start(): void {
    // Detached: a Ctrl-C in the terminal must not reach it.
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'crier-watchdog'], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#shell = shell;
    shell.stdin?.on('error', () => this.#restart(shell));
    shell.on('exit', () => this.#restart(shell));
    shell.on('error', () => this.#restart(shell));
    shell.unref();
    for (const child of this.#watched) this.#tell(line(child));
  }

  #restart(shell: ChildProcess): void {
    if (this.#closed || this.#shell !== shell) return;
    this.#shell = null;
    if (this.#watched.length) setTimeout(() => this.#startAgain(), 1000).unref();
  }

  #startAgain(): void {
    if (!this.#closed && !this.#shell) this.#start();
  }

  #tell(text: string): void {
    if (this.#shell?.stdin?.writable) this.#shell.stdin.write(text);
  }
}

function line({ pid, signal, graceMs }: Watched): string {
  return `add ${pid} ${signal.replace('SIG', '')} ${Math.ceil(graceMs / 1000)}\n`;
}
