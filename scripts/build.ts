/** `npm run build`: the web app into `dist/`, unless it is there already. */
import { buildWebApp } from "./steps";

await buildWebApp();
