/** The scale of a chart. */

const STEPS = [1, 2, 3, 5];

/** The top of a scale with a whole number in its middle: the smallest of 2, 4, 6, 10, 20, 40 … that is not below `greatest`. */
export function scaleTop(greatest: number): number {
  for (let ten = 1; ; ten *= 10) {
    const step = STEPS.find((candidate) => 2 * candidate * ten >= greatest);
    if (step !== undefined) return 2 * step * ten;
  }
}
