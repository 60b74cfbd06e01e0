import { useEffect, useRef } from 'react';
import { notifyAction } from '../../components/notify-action.tsx';
import { strings } from '../../strings/index.ts';

/** A way back from a change of what is written, for as long as the composer is open. */
export function useUndo(): (message: string, undo: () => void) => void {
  const offered = useRef<(() => void)[]>([]);
  useEffect(() => {
    const { current } = offered;
    return () => {
      for (const hide of current) hide();
    };
  }, []);
  return (message, undo) => {
    const action = async (): Promise<void> => undo();
    offered.current.push(notifyAction({ message, color: 'green', label: strings.common.undo, action }));
  };
}
