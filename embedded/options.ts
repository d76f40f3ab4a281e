/** The options of a backend, and the addresses that it then has. */
import type { LogFormat } from "./log";

export interface ContentionOptions {
  /** The share of all runs of mutations that are discarded at their end, from 0 (none) to 1 (all). */
  readonly share: number;
  /** The same seed chooses the same runs. */
  readonly seed?: number;
}

/** The rights of the web console: everything, reading, or no console. */
export const CONSOLE_MODES = ["full", "read-only", "off"] as const;
export type ConsoleMode = (typeof CONSOLE_MODES)[number];

export interface BackendOptions {
  /** The directory that holds `convex/`. Absent: the backend serves what the stock command line pushes. */
  readonly projectDir?: string;
  /** Absent: everything is in memory, and gone when the backend stops. */
  readonly dataDir?: string;
  readonly host: string;
  /** The web origin; 0 takes a free port. */
  readonly port: number;
  /** The client API for programs and the command line; 0 takes a free port. */
  readonly apiPort: number;
  /** The value of `CONVEX_SITE_URL` and `CONVEX_CLOUD_URL`, and the issuer of tokens. */
  readonly publicUrl?: string;
  /** Proxies that are believed about a caller's address: "loopback", addresses and CIDR ranges, with commas between; none if absent. */
  readonly trustProxy?: string;
  /** The built app. */
  readonly staticDir?: string;
  /** A text in the app's HTML files that stands for the public address, which a build does not know. */
  readonly originMark?: string;
  /** Variables that the functions see during this run, before those that are stored. */
  readonly variables: Record<string, string>;
  /** Keys that the app needs: stored together by the first start that finds none of these names, and from then on as they were. */
  readonly initialVariables?: Record<string, string>;
  /** Pages of other origins that may call. */
  readonly origins: readonly string[];
  /** Load the functions again when a file changes. */
  readonly watch: boolean;
  /** Clients learn nothing of an error but a ConvexError's data, as on a production deployment. */
  readonly redactErrors?: boolean;
  /** URLs of files are signed and expire within eight days; otherwise they are good until the file is deleted, as on Convex. */
  readonly expiringFileUrls?: boolean;
  /** Prints what functions log, where logs are text: for the developer whose terminal this is. */
  readonly printsFunctionLogs?: boolean;
  /** The administrator's key; that of the data folder if absent. */
  readonly adminKey?: string;
  /** The format in which calls are printed; "text" if absent. */
  readonly logFormat?: LogFormat;
  /** The web console at the api port; "full" if absent. */
  readonly console?: ConsoleMode;
  /** An internal function that runs before the first request is answered, once in this data folder's life. */
  readonly firstRun?: string;
  /** Free bytes of the disk below which only essential functions and the administrator write; none if absent. */
  readonly reservedDiskBytes?: number;
  /** Names of functions that write although the reserve is reached, such as `orders:accept`; a star stands for any text. */
  readonly essentialFunctions?: readonly string[];
  /** Make mutations conflict and run again, as they do on Convex's own engine: for tests. */
  readonly contention?: ContentionOptions;
}

export type FolderOptions = BackendOptions & { readonly dataDir: string };

export interface Addresses {
  /** The web origin: pages, HTTP actions, and the client API as well. */
  readonly url: string;
  readonly apiUrl: string;
  readonly adminKey: string;
}

/** The options of a backend inside another program. */
export interface HostedOptions extends Partial<Omit<BackendOptions, "projectDir" | "dataDir">> {
  /** The directory that holds `convex/`. Absent: the backend serves what the stock command line pushes. */
  readonly project?: string;
}

export interface HostedBackend extends Addresses {
  /** Resolves if the data could not be written. Nothing is acknowledged after that: stop, and start again. */
  readonly failed: Promise<Error>;
  /** Takes no more calls, brings everything to the disk, and lets go of ports, files and timers. */
  stop(): Promise<void>;
}
