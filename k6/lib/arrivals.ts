// The open model's arrivals: stages of the window, each with a rate (a second) that goes from one figure to another.
// Pure. Seconds count from the start of the window; before it the first rate holds, after it nobody arrives.

export interface Stage {
  name?: string; // a named stage is a phase, and reported on its own
  seconds: number;
  from: number;
  to: number;
}

// How many arrive from second `start` to second `end`.
export function due(stages: Stage[], start: number, end: number): number {
  let arrivals = Math.max(0, Math.min(end, 0) - start) * stages[0].from;
  let began = 0;
  for (const { seconds, from, to } of stages) {
    const a = clamp(start - began, seconds);
    const b = clamp(end - began, seconds);
    arrivals += (b - a) * (from + ((to - from) * (a + b)) / (2 * seconds));
    began += seconds;
  }
  return arrivals;
}

// The second at which the arrival of that number (from 0) is due after `settle` seconds at the first rate: the inverse of
// `due`. As k6's executor does it, an arrival is due when it is whole, so the first one comes after a period.
export function arrivalAt(stages: Stage[], settle: number, number: number): number {
  let left = number + 1 - settle * stages[0].from;
  if (left <= 0) return left / stages[0].from;
  let began = 0;
  for (const { seconds, from, to } of stages) {
    const whole = (seconds * (from + to)) / 2;
    if (left <= whole) return began + reached(left, seconds, from, to);
    left -= whole;
    began += seconds;
  }
  return began;
}

// When so many have arrived since the stage began: the root of a quadratic, in the form that a constant rate does not
// divide by zero.
function reached(count: number, seconds: number, from: number, to: number): number {
  return (2 * count) / (from + Math.sqrt(Math.max(0, from * from + (2 * (to - from) * count) / seconds)));
}

// All seconds of the stages.
export function lengthOf(stages: Stage[]): number {
  return stages.reduce((sum, stage) => sum + stage.seconds, 0);
}

// The most that arrive within any span of so many seconds, found in steps of one second.
export function mostWithin(stages: Stage[], span: number): number {
  let most = 0;
  for (let end = 0; end <= lengthOf(stages); end++) most = Math.max(most, due(stages, end - span, end));
  return Math.ceil(most);
}

function clamp(second: number, seconds: number): number {
  return Math.min(Math.max(second, 0), seconds);
}
