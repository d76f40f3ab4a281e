/** Prints lines safely whatever strangers wrote into them: a line is one line, of limited length, at a limited rate. */
import { inspect } from "node:util";

/** The most characters of one argument. */
const ARGUMENT_MAX = 500;
/** About ten frames. */
const STACK_MAX = 1_000;
const WINDOW_MS = 1_000;
/** "text": what went wrong unexpectedly, for people. "json": every call, a JSON object a line, for programs. */
export const LOG_FORMATS = ["text", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
/** The rate that a person can still search; a program that counts calls accepts more. */
const LINES_PER_SECOND: Record<LogFormat, number> = { text: 100, json: 2_000 };
const HEXADECIMAL = 16;
export type LogLevel = "info" | "error";

/** Stands for the end of a line: journals take each line for an entry of its own. */
const LINE_END = " | ";

/** Control characters, what ends a line for some programs, and what turns the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(HEXADECIMAL).padStart(4, "0")}`;
}

/** Returns the text without what moves a terminal's cursor; its further lines are indented, so that none looks like a line of its own. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(UNPRINTABLE, (character) => {
    if (character === "\n") return "\n    ";
    return character === "\t" ? " " : escapeCharacter(character);
  });
}

export function shortened(text: string): string {
  const left = text.length - ARGUMENT_MAX;
  return left > 0 ? `${text.slice(0, ARGUMENT_MAX)}… (${left} more characters)` : text;
}

/** The stack of an error is our own text, and is what an operator needs. */
function errorText({ name, message, stack = "", cause }: Error): string {
  const at = stack.indexOf("\n    at ", stack.indexOf(message) + message.length);
  const frames = at < 0 ? "" : stack.slice(at, at + STACK_MAX);
  const because = cause === undefined ? "" : `\nbecause of ${argumentText(cause)}`;
  return shortened(`${name}: ${message}`) + frames + because;
}

function argumentText(argument: unknown): string {
  if (argument instanceof Error) return errorText(argument);
  return shortened(typeof argument === "string" ? argument : inspect(argument, { depth: 3 }));
}

/** An object in one line. */
function jsonLine(value: object): string {
  return JSON.stringify(value).replace(UNPRINTABLE, escapeCharacter);
}

/** Lines that strangers can cause are printed once in this time. */
const RARE_MS = 60_000;

/** Prints an error at most once a minute, with the number of those that were left out since. */
export class RareError {
  readonly #now: () => number;
  #printedAt = -Infinity;
  #leftOut = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  print(text: string): void {
    const now = this.#now();
    if (now - this.#printedAt < RARE_MS) {
      this.#leftOut += 1;
      return;
    }
    const more = this.#leftOut > 0 ? ` ${this.#leftOut} more of these were left out.` : "";
    console.error(text + more);
    this.#printedAt = now;
    this.#leftOut = 0;
  }
}

export interface LogOptions {
  readonly format: LogFormat;
  write(level: LogLevel, line: string): void;
}

function oneLine(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(LINE_END);
}

export class Log {
  readonly #options: LogOptions;
  #printed = 0;
  #leftOut = 0;

  constructor(options: LogOptions) {
    this.#options = options;
  }

  print(level: LogLevel, parts: readonly unknown[]): void {
    if (this.#admits()) this.#write(level, parts.map(argumentText).join(" "));
  }

  /** Prints an object that programs read, whatever the format. */
  printObject(value: object): void {
    if (this.#admits()) this.#options.write("info", `${jsonLine(value)}\n`);
  }

  #admits(): boolean {
    if (this.#printed === 0) setTimeout(() => this.#nextWindow(), WINDOW_MS).unref();
    this.#printed += 1;
    if (this.#printed <= LINES_PER_SECOND[this.#options.format]) return true;
    this.#leftOut += 1;
    return false;
  }

  #nextWindow(): void {
    const leftOut = this.#leftOut;
    this.#printed = 0;
    this.#leftOut = 0;
    if (leftOut > 0) this.#write("error", `${leftOut} lines were left out.`);
  }

  #write(level: LogLevel, message: string): void {
    const line =
      this.#options.format === "text"
        ? oneLine(printable(message))
        : jsonLine({ time: new Date().toISOString(), level, message });
    this.#options.write(level, `${line}\n`);
  }
}

/** The log of this process; what writes to `console` writes there once it was opened. */
export function openLog(options: LogOptions): Log {
  const log = new Log(options);
  for (const method of ["log", "info", "debug"] as const)
    console[method] = (...parts: unknown[]) => log.print("info", parts);
  for (const method of ["warn", "error", "trace"] as const)
    console[method] = (...parts: unknown[]) => log.print("error", parts);
  return log;
}
