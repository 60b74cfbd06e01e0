import { marks } from '../look/marks.ts';

interface NetworkDrawingProps {
  readonly provider: string;
  readonly size: number;
  readonly label?: string | undefined;
}

/** A network that nobody has drawn yet: its first letter. */
const unknown = (provider: string) =>
  ({
    kind: 'letters',
    drawing: provider.slice(0, 1).toUpperCase(),
    ground: '#4a585d',
    ink: '#ffffff',
  }) as const;

/** A chunk of its own: the drawings of all networks. Use `NetworkMark`. */
export default function NetworkDrawing({ provider, size, label }: NetworkDrawingProps) {
  const { kind, drawing, ground, ink } = marks[provider] ?? unknown(provider);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <rect width={24} height={24} rx={6} fill={ground} />
      {kind === 'letters' && (
        <text
          x={12}
          y={16.9}
          textAnchor="middle"
          fontSize={drawing.length > 1 ? 12 : 13.5}
          fontWeight={700}
          fill={ink}
        >
          {drawing}
        </text>
      )}
      {kind === 'shape' && <path d={drawing} fill={ink} transform="translate(4.8 4.8) scale(.6)" />}
      {kind === 'lines' && (
        <path
          d={drawing}
          fill="none"
          stroke={ink}
          strokeWidth={2.25}
          strokeLinecap="round"
          strokeLinejoin="round"
          transform="translate(3 3) scale(.75)"
        />
      )}
    </svg>
  );
}
