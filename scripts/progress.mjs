/** One line on the terminal for work that takes seconds. Plain JavaScript, because it also runs before anything is installed. */
import { clearInterval, setInterval } from "node:timers";

const TICK_MS = 500;

/**
 * Prints `label`, then how far the work is: on a terminal twice a second in the same line, elsewhere once at its end.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @param {() => string} state such as "120 of 273 packages"; "" by default
 * @returns {Promise<T>}
 */
export async function withProgress(label, work, state = () => "") {
  const { stdout } = process;
  const startedAt = Date.now();
  const line = () => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    return `${label} … ${[state(), `${seconds} s`].filter(Boolean).join(", ")}`;
  };
  const show = () => stdout.write(`\r\x1b[K${line()}`);
  if (!stdout.isTTY) stdout.write(`${label} …\n`);
  const tick = stdout.isTTY ? setInterval(show, TICK_MS) : undefined;
  try {
    return await work();
  } finally {
    clearInterval(tick);
    if (stdout.isTTY) show();
    stdout.write(stdout.isTTY ? "\n" : `${line()}\n`);
  }
}
