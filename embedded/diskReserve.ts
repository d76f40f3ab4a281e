/**
 * Keeps a reserve of free disk. Below it only essential functions and the administrator write: a disk that is full stops the
 * process, and then nobody can do anything.
 */
import { statfsSync } from "node:fs";
import type { Identity } from "./contracts";
import type { NamedFunction } from "./functionAddress";
import { FunctionFailure } from "./functions/failures";
import { HttpError } from "./http/httpError";

/** The free space is asked for at most so often. */
const ASK_EVERY_MS = 1_000;
/** The reserve counts as restored with a tenth more, so that the state does not change with every write. */
const RESTORED_FACTOR = 1.1;
const MIB = 2 ** 20;

const CODE = "DISK_FULL";
const MESSAGE = "The server's disk is nearly full: nothing but the most important can be saved.";

export interface DiskReserveOptions {
  readonly reservedDiskBytes: number;
  /** Names of functions that write although the reserve is reached; a star stands for any text. */
  readonly essentialFunctions?: readonly string[];
  /** Returns the bytes that are free. */
  readonly freeDiskBytes: () => number;
  readonly now?: () => number;
}

/** Returns the bytes that processes without special rights may still write to the file system of a folder. */
export function getFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** @param pattern - A star stands for any text. */
function fitsPattern(name: string, pattern: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

export class DiskReserve {
  readonly #options: DiskReserveOptions;
  readonly #essential: readonly string[];
  readonly #now: () => number;
  #askedAt = -Infinity;
  #freeBytes = Infinity;
  #isLow = false;

  constructor(options: DiskReserveOptions) {
    this.#options = options;
    this.#essential = options.essentialFunctions ?? [];
    this.#now = options.now ?? (() => performance.now());
  }

  /** True from when the reserve is reached until it is restored. */
  get isLow(): boolean {
    this.#look();
    return this.#isLow;
  }

  get freeBytes(): number {
    this.#look();
    return this.#freeBytes;
  }

  /** False for a function that has to wait until the reserve is restored. */
  allows({ component, path }: NamedFunction): boolean {
    if (!this.isLow) return true;
    const name = component === "" ? path : `${component}/${path}`;
    return this.#essential.some((pattern) => fitsPattern(name, pattern));
  }

  /** @throws FunctionFailure with the code `DISK_FULL` where the function may not write. */
  require(target: NamedFunction, { kind }: Identity): void {
    if (kind === "admin" || this.allows(target)) return;
    throw new FunctionFailure(`Uncaught ConvexError: ${MESSAGE}`, { code: CODE, message: MESSAGE });
  }

  /** @throws HttpError 507 below the reserve. */
  requireSpace(): void {
    if (this.isLow) throw new HttpError(507, CODE, MESSAGE);
  }

  #look(): void {
    const now = this.#now();
    if (now - this.#askedAt < ASK_EVERY_MS) return;
    this.#askedAt = now;
    const { reservedDiskBytes, freeDiskBytes } = this.#options;
    this.#freeBytes = freeDiskBytes();
    const isLow = this.#freeBytes < reservedDiskBytes * (this.#isLow ? RESTORED_FACTOR : 1);
    if (isLow !== this.#isLow) this.#report(isLow);
    this.#isLow = isLow;
  }

  #report(isLow: boolean): void {
    const free = `${Math.floor(this.#freeBytes / MIB)} MiB of the disk are free`;
    const reserve = `${Math.floor(this.#options.reservedDiskBytes / MIB)} MiB`;
    console.error(
      isLow
        ? `${free}, less than the reserve of ${reserve}: only essential functions and the administrator can save until there is more.`
        : `${free}, and the reserve of ${reserve} is restored: everything can be saved again.`,
    );
  }
}

/** The reserve of backends that keep none. */
export const NO_RESERVE = new DiskReserve({ reservedDiskBytes: 0, freeDiskBytes: () => Infinity });
