// The load: constant users (closed model) or constant arrivals (open model), for settling and window in one go.
//
// One k6 scenario covers both, so that the window starts on warm connections and a full set of users.

import { thresholds } from './tally.ts';
import { settings } from './settings.ts';

const { model, vus, rate, settleSeconds, windowSeconds, timeoutSeconds, mostVus } = settings;

const duration = `${settleSeconds + windowSeconds}s`;
// Longer than any request may take: a slow one ends by itself, after the window, and is never cut off unseen.
const gracefulStop = `${timeoutSeconds + 5}s`;

const closed = { executor: 'constant-vus', vus, duration, gracefulStop };

// Little's law: rate x time limit users suffice when every request takes as long as it may, and a second more for
// the limit to take effect. An arrival that finds no free user is dropped by k6, and counted as failed.
const open = {
  executor: 'constant-arrival-rate',
  rate,
  timeUnit: '1s',
  duration,
  gracefulStop,
  preAllocatedVUs: Math.min(rate * (timeoutSeconds + 1), mostVus),
};

const clock = { executor: 'per-vu-iterations', vus: 1, iterations: 1, exec: 'clock', maxDuration: duration, gracefulStop };

// k6's options. The scenario's name becomes the tag `scenario` of its series.
export function load(scenario: string) {
  return {
    scenarios: { [scenario]: model === 'closed' ? closed : open, clock },
    thresholds,
    // Every tag makes a sample dearer; these are the ones that somebody reads.
    systemTags: ['scenario', 'status', 'error_code'],
    summaryTrendStats: ['avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'max', 'count'],
  };
}
