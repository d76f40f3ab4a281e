/** Starts a backend inside the calling program: for desktop apps, scripts and tests. */
import path from "node:path";
import { startHosted } from "./hosted";
import type { HostedBackend, HostedOptions } from "./options";

export interface StartOptions extends HostedOptions {
  /** The folder of the data; made if it is not there. */
  readonly data: string;
}

/**
 * Serves a project from this process, at free ports unless they are named.
 * @throws Error with one sentence when it can't start.
 */
export function start({ data, ...options }: StartOptions): Promise<HostedBackend> {
  return startHosted({ ...options, dataDir: path.resolve(data) });
}
