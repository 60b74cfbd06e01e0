import type { ReactNode } from 'react';
import { NetworkMark } from '../../components/network-mark.tsx';
import { strings } from '../../strings/index.ts';
import classes from './connect-steps.module.css';
import type { Network } from './network.ts';

const text = strings.channels.steps;

/** Three steps with a small drawing each: on the network's own page, with a key from there, or by a form. */
export function ConnectSteps({
  network: { identifier, name, connect, fields, ready },
}: {
  network: Network;
}) {
  const way =
    connect === 'oauth' && ready
      ? 'oauth'
      : fields.some(({ secret, required }) => secret && required) || connect === 'oauth'
        ? 'credentials'
        : 'simple';
  const drawings: Readonly<Record<typeof way, readonly ReactNode[]>> = {
    oauth: [
      <Leave key={0} />,
      <Allow key={1} provider={identifier} />,
      <Done key={2} provider={identifier} />,
    ],
    credentials: [
      <Allow key={0} provider={identifier} plain />,
      <KeyDrawing key={1} />,
      <Done key={2} provider={identifier} />,
    ],
    simple: [
      <Form key={0} />,
      <Allow key={1} provider={identifier} plain />,
      <Done key={2} provider={identifier} />,
    ],
  };
  return (
    <ol className={classes.steps} aria-label={text.label}>
      {text[way].map((step, index) => (
        // Steps keep their places.
        <li key={drawings[way].length * 10 + index}>
          <span className={classes.drawing} aria-hidden>
            {drawings[way][index]}
          </span>
          <span className={classes.words}>{step(name)}</span>
        </li>
      ))}
    </ol>
  );
}

/** A window with what is in it; the network's mark stands in its middle. */
function Window({ children, provider }: { children: ReactNode; provider?: string }) {
  return (
    <span className={classes.window}>
      <svg viewBox="0 0 96 64" width={96} height={64}>
        <rect x="1" y="1" width="94" height="62" rx="7" className={classes.paper} />
        <path d="M1 13h94" className={classes.line} />
        <circle cx="8" cy="7" r="1.8" className={classes.dot} />
        <circle cx="14" cy="7" r="1.8" className={classes.dot} />
        <circle cx="20" cy="7" r="1.8" className={classes.dot} />
        {children}
      </svg>
      {provider && (
        <span className={classes.mark}>
          <NetworkMark provider={provider} size={20} />
        </span>
      )}
    </span>
  );
}

function Leave() {
  return (
    <Window>
      <rect x="14" y="24" width="40" height="5" rx="2.5" className={classes.soft} />
      <rect x="14" y="38" width="46" height="14" rx="5" className={classes.accent} />
      <path d="M70 45h14m-5-5 5 5-5 5" className={classes.stroke} />
    </Window>
  );
}

function Allow({ provider, plain = false }: { provider: string; plain?: boolean }) {
  return (
    <Window provider={provider}>
      {plain ? (
        <>
          <rect x="22" y="44" width="52" height="4" rx="2" className={classes.soft} />
          <rect x="22" y="52" width="34" height="4" rx="2" className={classes.soft} />
        </>
      ) : (
        <>
          <rect x="20" y="45" width="25" height="11" rx="4" className={classes.soft} />
          <rect x="51" y="45" width="25" height="11" rx="4" className={classes.accent} />
          <path d="m60 50.500 2.500 2.500 4.500-5" className={classes.tick} />
        </>
      )}
    </Window>
  );
}

function KeyDrawing() {
  return (
    <Window>
      <circle cx="34" cy="38" r="9" className={classes.stroke} />
      <path d="M43 38h28m-6 0v7m-8-7v5" className={classes.stroke} />
    </Window>
  );
}

function Form() {
  return (
    <Window>
      <rect x="14" y="21" width="68" height="10" rx="4" className={classes.soft} />
      <rect x="14" y="35" width="68" height="10" rx="4" className={classes.soft} />
      <rect x="14" y="50" width="28" height="8" rx="4" className={classes.accent} />
    </Window>
  );
}

function Done({ provider }: { provider: string }) {
  return (
    <Window provider={provider}>
      <rect x="24" y="45" width="48" height="4" rx="2" className={classes.soft} />
      <circle cx="66" cy="24" r="8" className={classes.good} />
      <path d="m62.500 24 2.500 2.500 4.500-5" className={classes.tick} />
    </Window>
  );
}
