/**
 * `npm run dev`: the market while it is being changed. Vite serves the screens
 * at the address that people open and passes everything that is the backend's
 * on to it; functions are loaded again when a file is saved.
 */
import { createServer as createListener } from "node:net";
import type { AddressInfo } from "node:net";
import { createServer } from "vite";
import type { Addresses } from "../embedded/watchdog";
import { finish } from "./finish";
import type { StartOptions } from "./options";
import { startOptions } from "./options";
import { serveUntilStopped } from "./serve";
import { ROOT, StepError } from "./steps";

/** One that nobody uses now: Vite has the port that people know. */
function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createListener();
    listener.on("error", reject);
    listener.listen(0, host, () => {
      const { port } = listener.address() as AddressInfo;
      listener.close(() => resolve(port));
    });
  });
}

async function serveScreens(
  { port, host }: StartOptions,
  { url }: Addresses,
  backendPort: number,
): Promise<string> {
  const target = { target: `http://${host}:${backendPort}`, changeOrigin: false, ws: true };
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
      `The screens can't be served at ${url}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return url;
}

async function dev(options: StartOptions): Promise<number> {
  const { empty, host, port, ...rest } = options;
  const publicUrl = options.publicUrl ?? `http://${host}:${port}`;
  const backendPort = await freePort(host);
  return serveUntilStopped(
    {
      ...rest,
      host,
      publicUrl,
      port: backendPort,
      projectDir: ROOT,
      origins: [publicUrl],
      watch: true,
      ...(!empty && { firstRun: "seed:run" }),
    },
    (addresses) => serveScreens(options, addresses, backendPort),
  );
}

await finish(() => dev(startOptions(process.argv.slice(2), process.env)));
