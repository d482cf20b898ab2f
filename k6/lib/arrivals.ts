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

// The most that arrive within any span of so many seconds, found in steps of one second.
export function mostWithin(stages: Stage[], span: number): number {
  const length = stages.reduce((sum, stage) => sum + stage.seconds, 0);
  let most = 0;
  for (let end = 0; end <= length; end++) most = Math.max(most, due(stages, end - span, end));
  return Math.ceil(most);
}

function clamp(second: number, seconds: number): number {
  return Math.min(Math.max(second, 0), seconds);
}
