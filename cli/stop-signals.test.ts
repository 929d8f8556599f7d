import { expect, onTestFinished, test, vi } from 'vitest';
import { EXIT } from '../oracles/exit-code.ts';
import { watchStopSignals } from './stop-signals.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** Watches the signals of this process until the test has ended. */
const watched = () => {
  const before = SIGNALS.map((signal) => process.listeners(signal));
  // The time limit of a stop must not end another test.
  vi.useFakeTimers();
  const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exit = vi.fn<(code: number) => void>();
  const takeStop = watchStopSignals(exit);
  onTestFinished(() => {
    vi.useRealTimers();
    print.mockRestore();
    for (const [at, signal] of SIGNALS.entries())
      for (const each of process.listeners(signal))
        if (before[at]?.includes(each) !== true) process.off(signal, each);
  });
  return { takeStop, exit, print };
};

test.each(SIGNALS)('%s stops a command that takes it, also on a system without it', (signal) => {
  const { takeStop, exit } = watched();
  const stop = takeStop();

  process.emit(signal, signal);

  expect(stop.reason).toBe(`stopped by ${signal}`);
  expect(exit).not.toHaveBeenCalled();
});

test('a command that does not take a signal is ended at once', () => {
  const { exit, print } = watched();

  process.emit('SIGBREAK', 'SIGBREAK');

  expect(exit).toHaveBeenCalledExactlyOnceWith(EXIT.incomplete);
  expect(print).toHaveBeenCalledExactlyOnceWith('assay: stopped by SIGBREAK\n');
});
