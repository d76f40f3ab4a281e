/** The command line of `embedded/main.ts`. */
import path from "node:path";
import { parseArgs } from "node:util";
import type { BackendOptions, ConsoleMode, FolderOptions } from "./options";
import { CONSOLE_MODES } from "./options";
import type { LogFormat } from "./log";
import { LOG_FORMATS } from "./log";
import { TrustedProxies } from "./http/clientAddress";
import { isPrivate } from "./http/hosts";
import { StartupError } from "./store/startupError";

export interface Command {
  readonly options: FolderOptions;
  /** The text to print instead of serving; null to serve. */
  readonly print: "help" | "version" | "adminKey" | null;
  /** A folder to copy the data to, instead of serving. */
  readonly backup: string | null;
  /** A backup to make the data folder from, instead of serving. */
  readonly restore: string | null;
  /** Written once the backend serves, for whoever waits for it. */
  readonly readyFile: string | null;
  /** Told the addresses and the admin key, for the command line and the app's build. */
  readonly envFile: string | null;
}

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 3211;
const DEFAULT_API_PORT = 3210;
const PORT_MAX = 65_535;

/** The key of convex-backend's own development, which its repository publishes. */
const DEVELOPMENT_KEY =
  "0135d8598650f8f5cb0f30c34ec2e2bb62793bc28717c8eb6fb577996d50be5f4281b59181095065c5d0f86a2c31ddbe9b597ec62b47ded69782cd";
const ADMIN_KEY_LENGTH_MIN = 16;

interface Flag {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly short?: string;
  readonly default?: string;
  /** The value's name in the help. */
  readonly value?: string;
  readonly help: string;
}

const FLAGS = {
  project: { type: "string", value: "DIR", help: "the directory that holds convex/ (this one)" },
  push: { type: "boolean", help: "serve what npx convex dev and deploy push, not a directory" },
  data: { type: "string", value: "DIR", help: "the folder of the data (.convex-embedded)" },
  watch: { type: "boolean", help: "load the functions again when a file is saved" },
  port: { type: "string", value: "N", help: `the port of apps (${DEFAULT_PORT}); 0 is a free one` },
  "api-port": {
    type: "string",
    value: "N",
    help: `the port of the command line (${DEFAULT_API_PORT}); 0 is a free one`,
  },
  host: { type: "string", value: "HOST", help: `the address to listen on (${DEFAULT_HOST})` },
  "write-env": {
    type: "string",
    value: "FILE",
    help: "write the addresses and the admin key there",
  },
  env: {
    type: "string",
    multiple: true,
    value: "NAME=VALUE",
    help: "a variable of the functions, for this run",
  },
  static: { type: "string", value: "DIR", help: "serve the built app, too" },
  "public-url": { type: "string", value: "URL", help: "the address behind a proxy" },
  "trust-proxy": { type: "string", value: "LIST", help: "the proxies to believe" },
  origin: {
    type: "string",
    multiple: true,
    value: "URL",
    help: "pages of another origin that may call",
  },
  "expiring-file-urls": { type: "boolean", help: "sign URLs of files, for eight days" },
  "redact-errors": {
    type: "boolean",
    help: "errors as in production; functions' log lines are not printed",
  },
  "log-format": {
    type: "string",
    default: "text",
    value: LOG_FORMATS.join("|"),
    help: "json prints every call as a line",
  },
  console: {
    type: "string",
    value: CONSOLE_MODES.join("|"),
    help: "the web console at the api port (full)",
  },
  "admin-key": {
    type: "string",
    value: "KEY",
    help: "the admin key of this run, instead of the data folder's",
  },
  "development-key": {
    type: "boolean",
    help: "the admin key of convex-backend's own development; on this machine only",
  },
  "print-admin-key": { type: "boolean", help: "print the key of the data folder" },
  backup: { type: "string", value: "DIR", help: "copy the data, also while it is in use" },
  restore: { type: "string", value: "DIR", help: "make the data folder from a copy" },
  "first-run": { type: "string", value: "PATH", help: "a function that runs once" },
  "reserved-disk-mib": {
    type: "string",
    value: "N",
    help: "below so much free disk only essential functions write",
  },
  "essential-function": {
    type: "string",
    multiple: true,
    value: "NAME",
    help: "a function that writes although the reserve is reached",
  },
  contend: { type: "string", value: "SHARE", help: "simulate conflicts of mutations" },
  "once-ready-file": {
    type: "string",
    value: "FILE",
    help: "write the addresses there once they are served",
  },
  help: { type: "boolean", short: "h", help: "print this" },
  version: { type: "boolean", help: "print the version" },
} as const satisfies Record<string, Flag>;

const HELP_COLUMN = 30;

/** Returns the list of flags, for people. */
export function help(): string {
  const lines = Object.entries<Flag>(FLAGS).map(([name, flag]) => {
    const short = flag.short === undefined ? "" : `-${flag.short}, `;
    const usage = `  ${short}--${name}${flag.value === undefined ? "" : ` ${flag.value}`}`;
    return `${usage.padEnd(HELP_COLUMN)}  ${flag.help}`;
  });
  const head = ["Usage: mandi-embedded [flags]", "Serves a Convex project from this machine."];
  return [...head, "", ...lines].join("\n");
}

function parsePort(text: string | undefined, flag: string, fallback: number): number {
  if (text === undefined) return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= PORT_MAX) return port;
  throw new StartupError(`${flag} must be a port number from 0 to ${PORT_MAX}, not "${text}".`);
}

function parseShare(text: string): number {
  const share = Number(text);
  if (/^[\d.]+$/.test(text) && share <= 1) return share;
  throw new StartupError(`--contend must be a share from 0 to 1, not "${text}".`);
}

function parseVariables(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new StartupError(`--env takes NAME=VALUE, not "${pair}".`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function parseLogFormat(text: string): LogFormat {
  const format = LOG_FORMATS.find((allowed) => allowed === text);
  if (format !== undefined) return format;
  throw new StartupError(`--log-format is ${LOG_FORMATS.join(" or ")}, not "${text}".`);
}

/** @throws StartupError unless it is one of the modes. */
function parseConsole(text: string | undefined): { console?: ConsoleMode } {
  if (text === undefined) return {};
  const mode = CONSOLE_MODES.find((allowed) => allowed === text);
  if (mode !== undefined) return { console: mode };
  throw new StartupError(`--console is ${CONSOLE_MODES.join(", ")}, not "${text}".`);
}

function parseTrustProxy(text: string): string {
  try {
    new TrustedProxies(text);
    return text;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StartupError(
      `--trust-proxy takes loopback, addresses and ranges, with commas between them: ${error.message}.`,
    );
  }
}

/** @throws StartupError unless the reserve is a number. */
function parseReserve(
  mib: string | undefined,
  essentialFunctions: readonly string[] = [],
): Partial<Pick<BackendOptions, "reservedDiskBytes" | "essentialFunctions">> {
  if (mib === undefined) return {};
  if (!/^\d{1,9}$/.test(mib))
    throw new StartupError(`--reserved-disk-mib takes a number of MiB, not "${mib}".`);
  return { reservedDiskBytes: Number(mib) * 2 ** 20, essentialFunctions };
}

function parseFile(flag: string | undefined): string | null {
  return flag === undefined ? null : path.resolve(flag);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: FLAGS,
    }).values;
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws StartupError for a key that others could guess, or that everybody knows where others could reach the server. */
function parseAdminKey(
  flags: ReturnType<typeof parse>,
  listening: Pick<BackendOptions, "host" | "publicUrl">,
): Pick<BackendOptions, "adminKey"> {
  const key = flags["admin-key"];
  if (flags["development-key"] === true) {
    if (isPrivate(listening)) return { adminKey: DEVELOPMENT_KEY };
    throw new StartupError(
      "--development-key is known to everybody: leave --host and --public-url out, or use --admin-key.",
    );
  }
  if (key === undefined) return {};
  if (key.length >= ADMIN_KEY_LENGTH_MIN) return { adminKey: key };
  throw new StartupError(`--admin-key needs at least ${ADMIN_KEY_LENGTH_MIN} characters.`);
}

/** @throws StartupError when flags were given that a pushed project has no use for. */
function requireNoProject(flags: ReturnType<typeof parse>): void {
  for (const flag of ["project", "watch", "first-run"] as const)
    if (flags[flag] !== undefined)
      throw new StartupError(
        `--push serves what \`npx convex dev\` and \`npx convex deploy\` push: leave --${flag} out.`,
      );
}

function parsePrinted(flags: ReturnType<typeof parse>): Command["print"] {
  if (flags.help === true) return "help";
  if (flags.version === true) return "version";
  return flags["print-admin-key"] === true ? "adminKey" : null;
}

/** @throws StartupError when a flag is unknown or its value makes no sense. */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Command {
  const flags = parse(args);
  const publicUrl = flags["public-url"];
  if (publicUrl !== undefined && !URL.canParse(publicUrl)) {
    throw new StartupError(
      `--public-url must be an address such as https://shop.example, not "${publicUrl}".`,
    );
  }
  const trustProxy = flags["trust-proxy"] ?? env["TRUST_PROXY"];
  if (flags.push === true) requireNoProject(flags);
  const projectDir = path.resolve(flags.project ?? ".");
  const host = flags.host ?? DEFAULT_HOST;
  const publicOrigin = publicUrl === undefined ? {} : { publicUrl: new URL(publicUrl).origin };
  return {
    options: {
      ...(flags.push !== true && { projectDir }),
      dataDir: path.resolve(flags.data ?? path.join(projectDir, ".convex-embedded")),
      host,
      port: parsePort(flags.port, "--port", DEFAULT_PORT),
      apiPort: parsePort(flags["api-port"], "--api-port", DEFAULT_API_PORT),
      variables: parseVariables(flags.env ?? []),
      origins: flags.origin ?? [],
      watch: flags.watch ?? false,
      redactErrors: flags["redact-errors"] ?? false,
      expiringFileUrls: flags["expiring-file-urls"] ?? false,
      printsFunctionLogs: flags["redact-errors"] !== true,
      logFormat: parseLogFormat(flags["log-format"]),
      ...(flags["first-run"] !== undefined && { firstRun: flags["first-run"] }),
      ...(flags.contend !== undefined && { contention: { share: parseShare(flags.contend) } }),
      ...parseConsole(flags.console),
      ...parseReserve(flags["reserved-disk-mib"], flags["essential-function"]),
      ...(flags.static !== undefined && { staticDir: path.resolve(flags.static) }),
      ...publicOrigin,
      ...parseAdminKey(flags, { host, ...publicOrigin }),
      ...(trustProxy !== undefined && { trustProxy: parseTrustProxy(trustProxy) }),
    },
    print: parsePrinted(flags),
    backup: parseFile(flags.backup),
    restore: parseFile(flags.restore),
    readyFile: parseFile(flags["once-ready-file"]),
    envFile: parseFile(flags["write-env"]),
  };
}
