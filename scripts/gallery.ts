/** `npm run gallery [-- --port N]`: serves a page with every component of `src/ui` and `src/forms` in all its states. */
import { parseArgs } from "node:util";
import { serveGallery } from "../testkit/gallery";
import { finish } from "./finish";
import { StepError } from "./steps";

const DEFAULT_PORT = "3212";

async function gallery(args: readonly string[]): Promise<number> {
  const options = { port: { type: "string", default: DEFAULT_PORT } } as const;
  const { port } = parseArgs({ args: [...args], options }).values;
  const { url, stop } = await serveGallery(Number(port)).catch((error: unknown) => {
    throw new StepError(
      `The gallery can't be served: ${error instanceof Error ? error.message : String(error)}. Name another port with --port.`,
    );
  });
  console.log(`The gallery is open at ${url}`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, resolve);
  });
  await stop();
  return 0;
}

await finish(() => gallery(process.argv.slice(2)));
