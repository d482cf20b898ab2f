// The load: users (closed model) or arrivals (open model), for settling and window in one go.
//
// One k6 scenario covers both, so that the window starts on warm connections and a full set of users.

import { type Stage, mostWithin } from './arrivals.ts';
import { keepArrivals } from './lag.ts';
import { settings } from './settings.ts';
import { thresholds } from './tally.ts';
import { keepTimeline, timelineThresholds } from './timeline.ts';
import { stats } from './trend.ts';
import { TAIL_SECONDS } from './window.ts';

// k6's options. The scenario's name becomes the tag `scenario` of its series. `stages` make the open model's rate
// vary, and add a timeline to the summary; the closed model, which also warms up, knows nothing of them.
export function load(scenario: string, stages?: Stage[]) {
  const { model, rampSeconds, settleSeconds, windowSeconds, timeoutSeconds } = settings;
  if (model === 'open') keepArrivals(stages);
  if (model === 'open' && stages) keepTimeline(stages);
  // k6 reads the options once; each user would only keep a copy in memory.
  if (__VU > 0) return {};

  const duration = `${rampSeconds + settleSeconds + windowSeconds + TAIL_SECONDS}s`;
  // Longer than any request may take: a slow one ends by itself, after the window, and is never cut off unseen.
  const gracefulStop = `${timeoutSeconds + 5}s`;

  const users = model === 'closed' ? closed(duration) : stages ? varying(stages) : constant(duration);
  const clock = { executor: 'per-vu-iterations', vus: 1, iterations: 1, exec: 'clock', maxDuration: duration };
  return {
    scenarios: { [scenario]: { ...users, gracefulStop }, clock: { ...clock, gracefulStop } },
    thresholds: { ...thresholds(), ...timelineThresholds() },
    // Every tag makes a sample dearer; these are the ones that somebody reads.
    systemTags: ['scenario', 'status', 'error_code'],
    summaryTrendStats: stats(),
  };
}

function closed(duration: string) {
  const { vus, rampSeconds, settleSeconds, windowSeconds } = settings;
  if (rampSeconds === 0) return { executor: 'constant-vus', vus, duration };
  const stages = [
    { duration: `${rampSeconds}s`, target: vus },
    { duration: `${settleSeconds + windowSeconds + TAIL_SECONDS}s`, target: vus },
  ];
  return { executor: 'ramping-vus', startVUs: 0, stages };
}

function constant(duration: string) {
  const { rate, timeoutSeconds } = settings;
  return {
    executor: 'constant-arrival-rate', rate, timeUnit: '1s', duration,
    preAllocatedVUs: reserved(rate * (timeoutSeconds + 1)),
  };
}

function varying(stages: Stage[]) {
  const { settleSeconds, timeoutSeconds } = settings;
  const first = stages[0].from;
  const settling = settleSeconds > 0 ? [{ duration: `${settleSeconds}s`, target: first }] : [];
  return {
    executor: 'ramping-arrival-rate', startRate: first, timeUnit: '1s',
    // A stage of no length is k6's way to jump.
    stages: [...settling, ...stages.flatMap(({ seconds, from, to }) => [
      { duration: '0s', target: from }, { duration: `${seconds}s`, target: to },
    ])],
    preAllocatedVUs: reserved(mostWithin(stages, timeoutSeconds + 1)),
  };
}

// Little's law: rate x time limit users suffice when every request takes as long as it may, and a second more for
// the limit to take effect. An arrival that finds no free user is dropped by k6, and counted as failed.
function reserved(users: number): number {
  return Math.min(users, settings.mostVus);
}
