import { useEffect, useRef, useState } from 'react';

/** Whether files are dragged over the window; hands over those that are dropped. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    // Entering a child comes before leaving its parent: counted, the two cancel each other out.
    let inside = 0;
    const withFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent): void => {
      if (!withFiles(event)) return;
      inside++;
      setDragging(true);
    };
    const leave = (event: DragEvent): void => {
      if (!withFiles(event)) return;
      inside = Math.max(0, inside - 1);
      if (inside === 0) setDragging(false);
    };
    const over = (event: DragEvent): void => {
      if (withFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!withFiles(event)) return;
      event.preventDefault();
      inside = 0;
      setDragging(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length) latest.current(files);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    const entries = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
    for (const [name, listener] of entries) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
  }, []);
  return dragging;
}
