/**
 * Refreshes `convex/_generated` with the stock command line. Codegen asks a
 * deployment only how components are mounted, which can be read from what it
 * sends; so a listener that answers this much will do, without data or
 * functions, also while `_generated` is missing or wrong.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import path from "node:path";
import { NO_RESERVE } from "../../diskReserve";
import { AdminApi } from "./adminApi";
import { ExecutionLog } from "./executionLog";
import type { Identity } from "../../contracts";
import { sameSecret } from "../../http/callers";
import { TrustedProxies } from "../../http/clientAddress";
import { AllowedHosts } from "../../http/hosts";
import { AllowedOrigins } from "../../http/origins";
import { Routes } from "../../http/routes";
import { createEntrance, Listener } from "../../http/server";
import type { Credentials } from "../../sync/protocol";

const LOOPBACK = "127.0.0.1";

function authenticateBy(adminKey: string): (credentials: Credentials) => Promise<Identity> {
  return (credentials) =>
    credentials.kind === "admin" && sameSecret(credentials.key, adminKey)
      ? Promise.resolve({ kind: "admin" })
      : Promise.reject(new Error("This needs the key of this run."));
}

function runCli(projectDir: string, url: string, adminKey: string): Promise<number> {
  const bin = path.join(
    path.dirname(createRequire(import.meta.url).resolve("convex/package.json")),
    "bin/main.js",
  );
  const args = [bin, "codegen", "--url", url, "--admin-key", adminKey, "--typecheck", "disable"];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: projectDir,
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Resolves with the command line's exit code. */
export async function runCodegen(projectDir: string): Promise<number> {
  const adminKey = randomBytes(16).toString("hex");
  const admin = new AdminApi({
    authenticate: authenticateBy(adminKey),
    variables: {
      list: () => [],
      update: () => Promise.reject(new Error("There is no deployment here.")),
    },
    log: new ExecutionLog(),
    disk: NO_RESERVE,
    pushes: null,
    directory: null,
    count: () => 0,
    runQuery: () => Promise.reject(new Error("There is no data here.")),
    backup: () => Promise.reject(new Error("There is no data here.")),
    addresses: { url: "", apiUrl: "", adminKey },
  });
  const listener = new Listener(
    Promise.resolve({
      routes: new Routes(admin.routes),
      origins: new AllowedOrigins({ listed: [], allowsLoopback: false }),
      sync: null,
    }),
    createEntrance({ hosts: new AllowedHosts({ host: LOOPBACK }), proxies: new TrustedProxies() }),
  );
  const port = await listener.listen(0, LOOPBACK);
  try {
    return await runCli(projectDir, `http://${LOOPBACK}:${port}`, adminKey);
  } finally {
    await listener.close();
  }
}
