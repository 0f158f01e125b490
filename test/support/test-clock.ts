import type { Clock } from '../../platform/clock.js';

/** A clock that is stopped unless a test moves it. Both properties are the same time since the Unix epoch. */
export interface TestClock extends Clock {
  milliseconds: number;
  seconds: number;
}

export function testClock(milliseconds: number): TestClock {
  const clock = {
    milliseconds,
    get seconds() {
      return clock.milliseconds / 1000;
    },
    set seconds(seconds: number) {
      clock.milliseconds = seconds * 1000;
    },
    now: () => clock.milliseconds,
  };
  return clock;
}
