import { describe, expect, it, jest } from '@jest/globals';
import { signalQuietly } from './processes.ts';

describe('a signal', () => {
  it('to a process that does not run goes to nobody, and not to our own group', () => {
    const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
    expect(signalQuietly(undefined, 'SIGSTOP')).toBe(false);
    expect(signalQuietly(0, 'SIGSTOP')).toBe(false);
    expect(kill).not.toHaveBeenCalled();
    expect(signalQuietly(4711, 'SIGSTOP')).toBe(true);
    expect(kill).toHaveBeenCalledWith(4711, 'SIGSTOP');
    kill.mockRestore();
  });
});
