/** "350 ms", "2.4 s", "3 min 5 s", "2 h 10 min", "3 d 4 h" */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (seconds < 60) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}
