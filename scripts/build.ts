/** `npm run build`: builds the web app into `dist/` unless it is up to date. */
import { buildWebApp } from "./steps";

await buildWebApp();
