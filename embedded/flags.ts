/** The command line of `embedded/main.ts`. */
import path from "node:path";
import { parseArgs } from "node:util";
import type { BackendOptions, FolderOptions } from "./options";
import type { LogFormat } from "./log";
import { LOG_FORMATS } from "./log";
import { TrustedProxies } from "./http/clientAddress";
import { StartupError } from "./store/startupError";

export interface Command {
  readonly options: FolderOptions;
  readonly printAdminKey: boolean;
  /** A folder to copy the data to, instead of serving. */
  readonly backup: string | null;
  /** A backup to make the data folder from, instead of serving. */
  readonly restore: string | null;
  /** Written once the backend serves, for whoever waits for it. */
  readonly readyFile: string | null;
  /** Told the addresses and the admin key, for the command line and the app's build. */
  readonly envFile: string | null;
}

const DEFAULT_PORT = 3211;
const DEFAULT_API_PORT = 3210;
const PORT_MAX = 65_535;

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
      options: {
        project: { type: "string" },
        push: { type: "boolean" },
        port: { type: "string" },
        "api-port": { type: "string" },
        host: { type: "string" },
        data: { type: "string" },
        static: { type: "string" },
        "public-url": { type: "string" },
        "trust-proxy": { type: "string" },
        origin: { type: "string", multiple: true },
        env: { type: "string", multiple: true },
        watch: { type: "boolean" },
        "redact-errors": { type: "boolean" },
        "expiring-file-urls": { type: "boolean" },
        "log-format": { type: "string", default: "text" },
        "first-run": { type: "string" },
        "reserved-disk-mib": { type: "string" },
        "essential-function": { type: "string", multiple: true },
        contend: { type: "string" },
        "once-ready-file": { type: "string" },
        "write-env": { type: "string" },
        "print-admin-key": { type: "boolean" },
        backup: { type: "string" },
        restore: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws StartupError when flags were given that a pushed project has no use for. */
function requireNoProject(flags: ReturnType<typeof parse>): void {
  for (const flag of ["project", "watch", "first-run"] as const)
    if (flags[flag] !== undefined)
      throw new StartupError(
        `--push serves what \`npx convex dev\` and \`npx convex deploy\` push: leave --${flag} out.`,
      );
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
  return {
    options: {
      ...(flags.push !== true && { projectDir }),
      dataDir: path.resolve(flags.data ?? path.join(projectDir, ".convex-embedded")),
      host: flags.host ?? "127.0.0.1",
      port: parsePort(flags.port, "--port", DEFAULT_PORT),
      apiPort: parsePort(flags["api-port"], "--api-port", DEFAULT_API_PORT),
      variables: parseVariables(flags.env ?? []),
      origins: flags.origin ?? [],
      watch: flags.watch ?? false,
      redactErrors: flags["redact-errors"] ?? false,
      expiringFileUrls: flags["expiring-file-urls"] ?? false,
      logFormat: parseLogFormat(flags["log-format"]),
      ...(flags["first-run"] !== undefined && { firstRun: flags["first-run"] }),
      ...(flags.contend !== undefined && { contention: { share: parseShare(flags.contend) } }),
      ...parseReserve(flags["reserved-disk-mib"], flags["essential-function"]),
      ...(flags.static !== undefined && { staticDir: path.resolve(flags.static) }),
      ...(publicUrl !== undefined && { publicUrl: new URL(publicUrl).origin }),
      ...(trustProxy !== undefined && { trustProxy: parseTrustProxy(trustProxy) }),
    },
    printAdminKey: flags["print-admin-key"] ?? false,
    backup: parseFile(flags.backup),
    restore: parseFile(flags.restore),
    readyFile: parseFile(flags["once-ready-file"]),
    envFile: parseFile(flags["write-env"]),
  };
}
