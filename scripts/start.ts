/** `npm start`: builds the screens if necessary, starts the backend with them, and prints the addresses. */
import path from "node:path";
import type { StartOptions } from "./options";
import { startOptions } from "./options";
import { serveUntilStopped } from "./serve";
import { ROOT, buildWebApp } from "./steps";
import { finish } from "./finish";

function start({ empty, ...options }: StartOptions): Promise<number> {
  return serveUntilStopped(
    {
      ...options,
      projectDir: ROOT,
      staticDir: path.join(ROOT, "dist"),
      // As in index.html: other sites ask for the picture of a shared link by its whole address.
      originMark: "__PUBLIC_URL__",
      origins: [],
      watch: false,
      redactErrors: true,
      ...(!empty && { firstRun: "seed:run" }),
    },
    ({ url }) => url,
    buildWebApp(),
  );
}

await finish(() => start(startOptions(process.argv.slice(2), process.env)));
