/**
 * The globals that app code sees instead of Node's: Convex's syscalls, a clock
 * that stands still where results must be repeatable, no way to the host's
 * environment. A fence for honest code, no wall against hostile code: bundles
 * run in this process and realm, because values of another realm fail
 * `instanceof ArrayBuffer`, which breaks bytes and tokens.
 */
import type { JSONValue } from "convex/values";
import { createGlobalThis, ownProperty } from "./callGlobals";
import { CONSOLE_TIMERS, NODE_CONSOLE_TIMERS } from "./consoleTimers";
import { deriveQueued } from "./derivations";
import { digestAtOnce } from "./digests";
import { ScopedTextDecoder, scopedAtob } from "./encoding";
import { logLine } from "./logs";
import { ScopedResponse } from "./response";
import { DocumentResult, currentScope, runOutside } from "./scope";
import type { LogLevel, Soon, SyscallResult } from "./scope";
import { reportStray } from "./strays";
import { startCharging } from "./chargedTime";
import {
  ScopedURL,
  algorithmName,
  cryptoError,
  requireSupported,
  requireTag,
  scopedClone,
  scopedExport,
  scopedRandomValues,
} from "./webErrors";

export type Globals = Readonly<Record<string, unknown>>;

function refuseOutsideActions(what: string): void {
  const { phase } = currentScope();
  if (phase === "action" || phase === "httpAction") return;
  if (phase === "import") throw new Error(`Can't use ${what} while a module is imported.`);
  throw new Error(
    `Can't use ${what} in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
  );
}

/** An answer that was waited for: while it was, others had the thread. */
async function afterwards<T>(answer: Soon<T>): Promise<T> {
  try {
    return await answer;
  } finally {
    startCharging();
  }
}

function toValue(result: SyscallResult): unknown {
  return result instanceof DocumentResult ? result.value() : result;
}

/** The calls of `libraryCalls.ts`. An immediate result has no promise: it would cost as much as a small read. */
const values = {
  syscall(op: string, args: JSONValue) {
    const scope = currentScope();
    return runOutside(() => scope.syscall(op, args));
  },
  /** @param rethrown makes an error of the app's library. */
  asyncSyscall(op: string, args: JSONValue, rethrown: (error: unknown) => Error): Soon<unknown> {
    try {
      const scope = currentScope();
      const result = runOutside(() => scope.asyncSyscall(op, args));
      if (!(result instanceof Promise)) return toValue(result);
      return afterwards(result).then(toValue, (error: unknown) => {
        throw rethrown(error);
      });
    } catch (error) {
      throw rethrown(error);
    }
  },
};

/** The async ones are async functions of their own, so that a promise that the app drops is the app's. */
const convex = {
  values,
  syscall(op: string, args: string) {
    const scope = currentScope();
    return JSON.stringify(runOutside(() => scope.syscall(op, JSON.parse(args) as JSONValue)));
  },
  async asyncSyscall(op: string, args: string) {
    const scope = currentScope();
    const result = runOutside(() => scope.asyncSyscall(op, JSON.parse(args) as JSONValue));
    const answer = result instanceof Promise ? await afterwards(result) : result;
    return answer instanceof DocumentResult ? answer.text() : JSON.stringify(answer);
  },
  async jsSyscall(op: string, args: unknown) {
    const scope = currentScope();
    return await afterwards(runOutside(() => scope.jsSyscall(op, args)));
  },
};

/** `Date` with another idea of now; everything else is the original, so `instanceof` holds both ways. */
const scopedDate = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [currentScope().now()] : args, newTarget) as Date,
  apply: () => new Date(currentScope().now()).toString(),
  get: (target, property, receiver) =>
    property === "now"
      ? () => currentScope().now()
      : (Reflect.get(target, property, receiver) as unknown),
});

/** The class is this process's too, so what a bundle puts there is dropped. */
Object.defineProperty(Date.prototype, "constructor", {
  get: () => Date,
  set: () => {
    // Nothing is kept.
  },
  configurable: true,
});

/** A property of its own costs less than a proxy, and `Math` is used in loops. */
function scopedMath(): object {
  const random = ownProperty("Math", "random", () => currentScope().random());
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(Math), random });
}

const scopedPerformance = {
  now: () => currentScope().now(),
  timeOrigin: 0,
  toJSON: () => ({ timeOrigin: 0 }),
};

const LEVELS: Readonly<Record<string, LogLevel>> = {
  debug: "DEBUG",
  trace: "DEBUG",
  log: "LOG",
  info: "INFO",
  warn: "WARN",
  error: "ERROR",
  assert: "ERROR",
};

/** Methods that print nothing we would keep, such as `console.table`, do nothing. */
const scopedConsole = {
  ...Object.fromEntries(
    Object.entries(console)
      .filter(([, member]) => typeof member === "function")
      .map(([name]) => {
        const level = LEVELS[name];
        if (level === undefined) return [name, () => undefined];
        if (name !== "assert")
          return [name, (...parts: unknown[]) => currentScope().log(logLine(level, parts))];
        const assert = (holds: unknown, ...parts: unknown[]) => {
          if (holds !== true) currentScope().log(logLine(level, ["Assertion failed", ...parts]));
        };
        return [name, assert];
      }),
  ),
  ...CONSOLE_TIMERS,
};

/** The operations that draw randomness of their own, by method; `generateKey` does with every algorithm. */
const RANDOMISED = new Map([
  ["encrypt", ["rsa-oaep"]],
  ["sign", ["rsa-pss", "ecdsa"]],
]);

function drawsRandomness(method: string, algorithm: unknown): boolean {
  if (method === "generateKey") return true;
  return RANDOMISED.get(method)?.includes(algorithmName(algorithm)) === true;
}

function digest(...args: Parameters<SubtleCrypto["digest"]>): Promise<ArrayBuffer> {
  const atOnce = digestAtOnce(...args);
  if (atOnce !== undefined) return Promise.resolve(atOnce);
  return afterwards(crypto.subtle.digest(...args));
}

function notImplemented(method: string): () => never {
  return () => {
    throw new Error(`Not implemented: ${method} for SubtleCrypto`);
  };
}

/** Convex's runtime refuses keys and signatures with fresh randomness where a run must be repeatable (`crypto_rng`). */
const scopedSubtle = new Proxy(crypto.subtle, {
  get(target, property) {
    if (property === "wrapKey" || property === "unwrapKey") return notImplemented(property);
    if (property === "digest") return digest;
    if (property === "exportKey")
      return (...args: Parameters<typeof scopedExport>) => afterwards(scopedExport(...args));
    const member = Reflect.get(target, property) as unknown;
    if (typeof member !== "function" || typeof property !== "string") return member;
    const method = member.bind(target) as (...args: unknown[]) => Promise<unknown>;
    const isDerivation = property === "deriveBits" || property === "deriveKey";
    return async (...args: unknown[]) => {
      if (drawsRandomness(property, args[0])) refuseOutsideActions("cryptographic randomness");
      requireSupported(args[0]);
      if (property === "decrypt") requireTag(args[0], args[2]);
      try {
        return await afterwards(
          isDerivation ? deriveQueued(() => method(...args)) : method(...args),
        );
      } catch (error) {
        throw cryptoError(property, property === "importKey" ? args[2] : args[0], error);
      }
    };
  },
});

/**
 * Random bytes are allowed everywhere, as on Convex, whose generator is seeded anew for each run. A run is never repeated from
 * its seed here, so the bytes come from the system.
 */
const scopedCrypto = {
  subtle: scopedSubtle,
  getRandomValues: scopedRandomValues,
  randomUUID: () => crypto.randomUUID(),
};

/** Wraps a callback of the platform, which has no caller who could catch an error. */
function guarded(callback: () => void): () => void {
  const scope = currentScope();
  return () => {
    try {
      callback();
    } catch (error) {
      reportStray(scope, error);
    }
  };
}

function scopedTimer(
  name: "setTimeout" | "setInterval",
  start: typeof setTimeout | typeof setInterval,
) {
  return (handler: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) => {
    refuseOutsideActions(name);
    const timer = start(
      guarded(() => handler(...args)),
      delay,
    );
    currentScope().atEnd(() => clearTimeout(timer));
    return timer;
  };
}

function scopedFetch(...args: Parameters<typeof fetch>): Promise<Response> {
  try {
    refuseOutsideActions("fetch()");
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
  return fetch(...args);
}

/** A body that is a stream needs no `duplex`, which Convex's runtime does not know. */
const scopedRequest = new Proxy(Request, {
  construct(target, [input, init]: ConstructorParameters<typeof Request>, newTarget) {
    const options =
      init?.body instanceof ReadableStream ? { ...init, duplex: "half" as const } : init;
    return Reflect.construct(target, [input, options], newTarget) as Request;
  },
});

const environment = new Proxy<Record<string, string | undefined>>(
  {},
  {
    get: (_, name) => (typeof name === "string" ? currentScope().variables[name] : undefined),
    has: (_, name) => typeof name === "string" && name in currentScope().variables,
    ownKeys: () => Object.keys(currentScope().variables),
    getOwnPropertyDescriptor: (_, name) => {
      const value = typeof name === "string" ? currentScope().variables[name] : undefined;
      return value === undefined
        ? undefined
        : { value, enumerable: true, configurable: true, writable: false };
    },
  },
);

const common: Globals = {
  Convex: convex,
  Date: scopedDate,
  console: scopedConsole,
  crypto: scopedCrypto,
  fetch: scopedFetch,
  performance: scopedPerformance,
  queueMicrotask: (callback: () => void) => queueMicrotask(guarded(callback)),
  setInterval: scopedTimer("setInterval", setInterval),
  setTimeout: scopedTimer("setTimeout", setTimeout),
};

/** The globals of Node that Convex's own runtime does not have. */
const ABSENT = [
  "Buffer",
  "global",
  "navigator",
  "require",
  "setImmediate",
  "clearImmediate",
] as const;

/** The values behind the shadows are the real ones. */
function behind(shadows: Globals): Record<string, unknown> {
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => !(name in shadows));
  const real = names.map((name) => [name, Reflect.get(globalThis, name) as unknown]);
  return { ...(Object.fromEntries(real) as Globals), ...shadows };
}

/** Returns the globals of one bundle in Convex's default runtime. */
export function isolateGlobals(): Globals {
  const shadows = {
    ...common,
    ...Object.fromEntries(ABSENT.map((name) => [name, undefined])),
    Math: scopedMath(),
    Request: scopedRequest,
    Response: ScopedResponse,
    TextDecoder: ScopedTextDecoder,
    URL: ScopedURL,
    atob: scopedAtob,
    structuredClone: scopedClone,
    process: { env: environment },
  };
  const view = createGlobalThis(behind(shadows));
  return {
    ...shadows,
    addEventListener: view.addEventListener.bind(view),
    removeEventListener: view.removeEventListener.bind(view),
    dispatchEvent: view.dispatchEvent.bind(view),
    globalThis: view,
    self: view,
  };
}

/** Returns the globals of modules that say "use node": Node as it is, but for the environment. Convex reuses its process, so what a call changes stays. */
export function nodeGlobals(): Globals {
  const shadows = {
    ...common,
    Math: scopedMath(),
    console: { ...scopedConsole, ...NODE_CONSOLE_TIMERS },
    crypto,
    process: new Proxy(process, {
      get: (target, name) =>
        name === "env" ? environment : (Reflect.get(target, name) as unknown),
    }),
  };
  const view = behind(shadows);
  Object.assign(view, { globalThis: view, self: view });
  return { ...shadows, globalThis: view, self: view };
}
