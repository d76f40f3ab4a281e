/** What `console` prints while a call runs, as lines that Convex's clients can read. */
import { inspect } from "node:util";
import type { LogLevel } from "./scope";

/** Convex's limits for one call. */
const MOST_LINES = 256;
const LONGEST_LINE = 32_768;

export class LogLines {
  readonly lines: string[] = [];

  add(level: LogLevel, parts: readonly unknown[]): void {
    if (this.lines.length === MOST_LINES) {
      this.lines.push(
        `[ERROR] 'Log overflow (maximum ${MOST_LINES}). Remaining log lines omitted.'`,
      );
    }
    if (this.lines.length >= MOST_LINES) return;
    const text = parts.map((part) => inspect(part, { depth: 5 })).join(" ");
    this.lines.push(
      `[${level}] ${text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)} (truncated due to length)` : text}`,
    );
  }
}
