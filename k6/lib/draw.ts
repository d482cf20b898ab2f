// The seeded dice. Stateless: the n-th draw depends on seed and n alone, not on which user happens to make it.

// One round of splitmix32.
export function draw(seed: number, n: number, sides: number): number {
  let z = (Math.imul(seed, 0x85ebca6b) + Math.imul(n + 1, 0x9e3779b9)) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return ((z ^ (z >>> 15)) >>> 0) % sides;
}
