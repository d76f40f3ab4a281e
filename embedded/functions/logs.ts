/** Collects what `console` prints while a call runs, as lines that Convex's clients can parse. */
import { inspect } from "node:util";
import type { LogLevel } from "./scope";

/** Convex's limits for one call; the last of the lines says that others are missing. */
const LINES_MAX = 256;
const LINE_MAX = 32_768;

/** One call of `console`, as a line. */
export function logLine(level: LogLevel, parts: readonly unknown[]): string {
  const text = parts.map((part) => inspect(part, { depth: 5 })).join(" ");
  return `[${level}] ${text.length > LINE_MAX ? `${text.slice(0, LINE_MAX)} (truncated due to length)` : text}`;
}

export class LogLines {
  readonly lines: string[] = [];
  readonly #onLine: (line: string) => void;

  /** @param onLine hears each line at once. */
  constructor(onLine: (line: string) => void = () => undefined) {
    this.#onLine = onLine;
  }

  add(line: string): void {
    if (this.lines.length >= LINES_MAX) return;
    const isLast = this.lines.length === LINES_MAX - 1;
    const printed = isLast
      ? `[ERROR] Log overflow (maximum ${LINES_MAX}). Remaining log lines omitted.`
      : line;
    this.lines.push(printed);
    this.#onLine(printed);
  }
}
