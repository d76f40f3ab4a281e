/** The flags of `npm start` and `npm run dev`, with their environment variables and defaults. */
import path from "node:path";
import { parseArgs } from "node:util";
import { LOG_FORMATS, type LogFormat } from "../embedded/log";
import { TrustedProxies } from "../embedded/http/clientAddress";
import { isPrivate } from "../embedded/http/hosts";
import { CONSOLE_MODES, type ConsoleMode } from "../embedded/options";

export type StartOptions = {
  /** The port of web and REST. */
  port: number;
  /** The port of Convex's client API and sync, for command-line tools and programs. */
  apiPort: number;
  host: string;
  dataDir: string;
  /** Skips the demo data on the first start. */
  empty: boolean;
  /** The address that users open when a proxy stands in front. */
  publicUrl?: string;
  /** Proxies whose forwarded client address is trusted. */
  trustProxy?: string;
  /** The log of calls: failures as text, or every call as JSON. */
  logFormat: LogFormat;
  /** The operator's console at the API port; complete if absent. */
  console?: ConsoleMode;
  /** Finds mutations that are not safe to run again: this share of runs conflicts, as on Convex's own engine. */
  contention?: { share: number };
  /** Free bytes of the disk below which only sign-ins, answers to open orders and the operator's calls write. */
  reservedDiskBytes: number;
  /** Environment variables of the functions, for this run. */
  variables: Record<string, string>;
};

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 3211;
const DEFAULT_API_PORT = 3210;
const DEFAULT_DATA_DIR = ".mandi";
const PORT_MAX = 65_535;
/** Room for the answers to some thousand orders, until the operator has made more. */
const DEFAULT_RESERVE_MIB = 128;
const MIB = 2 ** 20;

/** A mistake in the command line, printed as one sentence without a stack. */
export class UsageError extends Error {}

function portFrom(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= PORT_MAX) return port;
  throw new UsageError(`${name} must be a port number from 0 to ${PORT_MAX}, not "${text}".`);
}

function variablesFrom(pairs: readonly string[]): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageError(`--env takes NAME=VALUE, not "${pair}".`);
    variables[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return variables;
}

function publicUrlFrom(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text).origin;
  throw new UsageError(
    `--public-url must be an address such as https://market.example, not "${text}".`,
  );
}

function trustProxyFrom(text: string): string {
  try {
    new TrustedProxies(text);
    return text;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(
      `--trust-proxy takes loopback, addresses and ranges, with commas between them: ${error.message}.`,
    );
  }
}

/** The development mailbox shows one-time codes to every visitor, so it is open only on a loopback address without a proxy. */
function impliedVariables(hasMailbox: boolean, env: NodeJS.ProcessEnv): Record<string, string> {
  return {
    ...(hasMailbox && { DEV_MAILBOX: "1" }),
    ...(env["RATE_LIMITS"] === "off" && { RATE_LIMITS: "off" }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        "api-port": { type: "string" },
        host: { type: "string" },
        data: { type: "string" },
        empty: { type: "boolean", default: false },
        env: { type: "string", multiple: true, default: [] },
        "public-url": { type: "string" },
        "trust-proxy": { type: "string" },
        "log-format": { type: "string" },
        console: { type: "string" },
        contend: { type: "string" },
        "reserved-disk-mib": { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function logFormatFrom(text: string): LogFormat {
  const format = LOG_FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  throw new UsageError(`--log-format must be ${LOG_FORMATS.join(" or ")}, not "${text}".`);
}

function consoleFrom(text: string): ConsoleMode {
  const mode = CONSOLE_MODES.find((known) => known === text);
  if (mode !== undefined) return mode;
  throw new UsageError(`--console must be ${CONSOLE_MODES.join(" or ")}, not "${text}".`);
}

function contentionFrom(text: string): { share: number } {
  const share = Number(text);
  if (/^[\d.]+$/.test(text) && share <= 1) return { share };
  throw new UsageError(`--contend must be a share from 0 to 1, not "${text}".`);
}

function reserveFrom(mib: string): number {
  if (/^\d{1,9}$/.test(mib)) return Number(mib) * MIB;
  throw new UsageError(`--reserved-disk-mib takes a number of MiB, not "${mib}".`);
}

/** Treats an empty variable as absent. */
function fromEnvironment(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name] === "" ? undefined : env[name];
}

/** The system's default data folder. */
export function defaultDataDir(env: NodeJS.ProcessEnv): string {
  return path.resolve(fromEnvironment(env, "DATA_DIR") ?? DEFAULT_DATA_DIR);
}

/** @throws UsageError when a flag is unknown or its value is invalid. */
export function startOptions(args: readonly string[], env: NodeJS.ProcessEnv): StartOptions {
  const flags = parse(args);
  const named = flags["public-url"] ?? fromEnvironment(env, "PUBLIC_URL");
  const port = flags.port ?? fromEnvironment(env, "PORT");
  const apiPort = flags["api-port"] ?? fromEnvironment(env, "API_PORT");
  const host = flags.host ?? DEFAULT_HOST;
  const publicUrl = named === undefined ? undefined : publicUrlFrom(named);
  const proxies = flags["trust-proxy"] ?? fromEnvironment(env, "TRUST_PROXY");
  const trustProxy = proxies === undefined ? undefined : trustProxyFrom(proxies);
  const hasMailbox = isPrivate({ host, publicUrl }) && trustProxy === undefined;
  return {
    port: portFrom(port, "--port", DEFAULT_PORT),
    apiPort: portFrom(apiPort, "--api-port", DEFAULT_API_PORT),
    host,
    dataDir: flags.data === undefined ? defaultDataDir(env) : path.resolve(flags.data),
    empty: flags.empty,
    logFormat: logFormatFrom(flags["log-format"] ?? fromEnvironment(env, "LOG_FORMAT") ?? "text"),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(trustProxy !== undefined && { trustProxy }),
    ...(flags.console !== undefined && { console: consoleFrom(flags.console) }),
    ...(flags.contend !== undefined && { contention: contentionFrom(flags.contend) }),
    reservedDiskBytes: reserveFrom(flags["reserved-disk-mib"] ?? String(DEFAULT_RESERVE_MIB)),
    variables: { ...impliedVariables(hasMailbox, env), ...variablesFrom(flags.env) },
  };
}
