/** Serves the gallery of components with Vite's development server, and without a backend. */
import path from "node:path";
import { createServer } from "vite";

const ROOT = path.resolve(import.meta.dirname, "..");

export type Gallery = {
  /** The address of the page. */
  readonly url: string;
  readonly stop: () => Promise<void>;
};

/** @param port - 0 takes a free one. */
export async function serveGallery(port: number): Promise<Gallery> {
  const server = await createServer({
    root: ROOT,
    logLevel: "warn",
    // A cache of its own: a market in development may run beside it.
    cacheDir: ".cache/vite-gallery",
    // All libraries at once: one that is found late would reload the page.
    optimizeDeps: { entries: ["gallery.html"] },
    server: { host: "127.0.0.1", port, strictPort: true },
  });
  await server.listen();
  const [origin = ""] = server.resolvedUrls?.local ?? [];
  return { url: `${origin}gallery.html`, stop: () => server.close() };
}
