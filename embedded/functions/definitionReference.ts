/** Names the files that stand for imported components in a push. */
import { createHash } from "node:crypto";

const FOLDER = "./_componentDeps/";
/** The import of another component's config, as the command line writes it: with the path of its folder in base64url. */
export const REFERENCE = /^\.\/_componentDeps\/[\w-]+$/;

/** Returns a relative path. The folder's own may be longer than the name of a file can be. */
export function referenceFile(specifier: string): string {
  return `${FOLDER}${createHash("sha256").update(specifier).digest("hex")}.js`;
}

export function referenceTo(definition: string): string {
  return FOLDER + Buffer.from(definition).toString("base64url");
}
