/**
 * Queries and mutations that would not end. An endless loop can't be stopped
 * from within, so the process is ended (see stuckCallDetector.ts); clients ask the next
 * one for the same again, which would end it again, and everybody else with it.
 * So what had the thread is written down, and refused for a while.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { JSONValue } from "convex/values";
import type { FunctionAddress } from "./deployment";
import { FunctionFailure } from "./failures";

/** It may have been the data, which others may have changed since. */
const REFUSED_MS = 60 * 60 * 1_000;
/** Convex's limit of user code in a query or mutation. */
export const RUN_MS_MAX = 1_000;
/** And of the backend's own work for it: Convex allows 15 seconds, but here everybody waits meanwhile. */
export const WORK_MS_MAX = 4_000;
/** The same, also where the computer is busy: after ten seconds of silence the process would be replaced. */
export const SILENCE_MS_MAX = 6_000;

interface StuckCall {
  readonly call: string;
  /** The version of the code that did not end; other code gets a chance. */
  readonly version: string;
  readonly at: number;
}

export function timedOut(ms: number): FunctionFailure {
  return new FunctionFailure(`Function execution timed out (maximum duration: ${ms / 1_000}s)\n`);
}

export function tooMuchWork(): FunctionFailure {
  return new FunctionFailure("Your request timed out performing too many system operations.");
}

function digestCall({ component, path }: FunctionAddress, args: JSONValue): string {
  return createHash("sha256")
    .update(JSON.stringify([component, path, args]))
    .digest("base64");
}

export class StuckCalls {
  readonly #file: string | undefined;
  readonly #version: () => string;
  readonly #recorded: readonly StuckCall[];

  /**
   * @param file - Absent where no process comes after this one.
   * @param version of the functions that are loaded now.
   */
  constructor(file: string | undefined, version: () => string) {
    this.#file = file;
    this.#version = version;
    const noted = file === undefined ? [] : read(file);
    this.#recorded = noted.filter(({ at }) => Date.now() - at < REFUSED_MS);
  }

  /** @throws FunctionFailure when this very call ended the process before. */
  refuse(address: FunctionAddress, args: JSONValue): void {
    if (this.#recorded.length === 0) return;
    const call = digestCall(address, args);
    const version = this.#version();
    const isKnown = this.#recorded.some(
      (stuck) =>
        stuck.call === call && stuck.version === version && Date.now() - stuck.at < REFUSED_MS,
    );
    if (isKnown) throw timedOut(RUN_MS_MAX);
  }

  /** Notes a call, on disk before it returns: the process is about to end. */
  note(address: FunctionAddress, args: JSONValue): void {
    if (this.#file === undefined) return;
    const stuck = { call: digestCall(address, args), version: this.#version(), at: Date.now() };
    writeFileSync(this.#file, JSON.stringify([...this.#recorded, stuck]), { mode: 0o600 });
  }
}

function read(file: string): readonly StuckCall[] {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as StuckCall[];
  } catch {
    // None yet, or half of one: then the loop ends the process once more.
    return [];
  }
}
