/**
 * `npm run dev`: the market during development. Vite serves the screens at the public address and proxies backend requests;
 * functions are reloaded when a file is saved.
 */
import { createServer as createListener } from "node:net";
import type { AddressInfo } from "node:net";
import { createServer } from "vite";
import { finish } from "./finish";
import type { StartOptions } from "./options";
import { startOptions } from "./options";
import { serveUntilStopped } from "./serve";
import { ROOT, StepError } from "./steps";

/** Returns an address that this machine can open, also when the host means all interfaces. */
function originOf(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Returns a free port for the backend; Vite takes the public one. */
function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createListener();
    listener.on("error", () =>
      reject(new StepError(`${host} is no address of this computer: name another with --host.`)),
    );
    listener.listen(0, host, () => {
      const { port } = listener.address() as AddressInfo;
      listener.close(() => resolve(port));
    });
  });
}

interface Screens {
  readonly host: string;
  readonly port: number;
  readonly backendPort: number;
  /** The public address. */
  readonly url: string;
}

async function serveScreens({ host, port, backendPort, url }: Screens): Promise<string> {
  const target = { target: originOf(host, backendPort), changeOrigin: false, ws: true };
  const server = await createServer({
    root: ROOT,
    server: {
      host,
      port,
      strictPort: true,
      proxy: { "^/(api|\\.well-known)(/|$)": target },
    },
  });
  try {
    await server.listen();
  } catch (error) {
    throw new StepError(
      `The screens can't be served at ${url}: ${error instanceof Error ? error.message : String(error)}. Name another port with --port.`,
    );
  }
  return url;
}

async function dev({ empty, ...options }: StartOptions): Promise<number> {
  const { host } = options;
  const port = options.port === 0 ? await freePort(host) : options.port;
  const publicUrl = options.publicUrl ?? originOf(host, port);
  const backendPort = await freePort(host);
  return serveUntilStopped(
    {
      ...options,
      publicUrl,
      port: backendPort,
      projectDir: ROOT,
      origins: [publicUrl],
      watch: true,
      ...(!empty && { firstRun: "seed:run" }),
    },
    () => serveScreens({ host, port, backendPort, url: publicUrl }),
  );
}

await finish(() => dev(startOptions(process.argv.slice(2), process.env)));
