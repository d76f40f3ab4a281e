/**
 * Keeps the files of the app's builds in caches, one cache for each build. A tab runs the build that it began with until it is
 * reloaded, so the files of the build before stay.
 */

/** As the build lists it. The name of a file without a revision carries a hash of its content. */
export type BuildFile = { readonly url: string; readonly revision: string | null };

type CacheNames = Pick<CacheStorage, "open" | "keys" | "delete" | "match">;

const PREFIX = "build-";
/** Holds the name of the build that is served. */
const STATE = "builds";
const SERVED = "/served-build";
/** Few enough to leave the line to the page. */
const AT_ONCE = 4;

/** Returns a name that two lists share only if they are equal (FNV-1a, 32 bits, twice). */
export function buildName(files: readonly BuildFile[]): string {
  const text = files.map(({ url, revision }) => `${url} ${revision ?? ""}`).join("\n");
  const hash = (seed: number) => {
    let value = seed;
    for (let at = 0; at < text.length; at += 1)
      value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    return (value >>> 0).toString(36);
  };
  return `${PREFIX}${hash(0x811c9dc5)}${hash(0x01000193)}`;
}

export class Builds {
  readonly #files: readonly BuildFile[];
  readonly #name: string;
  readonly #paths: ReadonlySet<string>;
  readonly #caches: CacheNames;
  readonly #fetch: typeof fetch;

  constructor(files: readonly BuildFile[], caches: CacheNames, fetchFile: typeof fetch) {
    this.#files = files;
    this.#name = buildName(files);
    this.#paths = new Set(files.map(({ url }) => `/${url}`));
    this.#caches = caches;
    this.#fetch = fetchFile;
  }

  /** Returns true for a path that a build may hold. */
  mayHave(pathname: string): boolean {
    return this.#paths.has(pathname) || pathname.startsWith("/assets/");
  }

  /**
   * Fetches the files of this build, without those that another build has already.
   * @throws Error when a file is not there: the build is not installed then.
   */
  async install(): Promise<void> {
    const cache = await this.#caches.open(this.#name);
    const waiting = [...this.#files];
    const work = async () => {
      for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
        await this.#add(cache, file);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async #add(cache: Cache, { url, revision }: BuildFile): Promise<void> {
    const path = `/${url}`;
    if ((await cache.match(path)) !== undefined) return;
    const cached = revision === null ? await this.#caches.match(path) : undefined;
    const response =
      cached ?? (await this.#fetch(path, revision === null ? {} : { cache: "no-cache" }));
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    await cache.put(path, response);
  }

  /** Makes this build the one that is served, and deletes all but the one before. */
  async activate(): Promise<void> {
    const state = await this.#caches.open(STATE);
    const before = await (await state.match(SERVED))?.text();
    if (before !== this.#name) await state.put(SERVED, new Response(this.#name));
    const names = await this.#caches.keys();
    const old = names.filter(
      (name) => name.startsWith(PREFIX) && name !== this.#name && name !== before,
    );
    await Promise.all(old.map((name) => this.#caches.delete(name)));
  }

  /** Returns a file of this build, else of another one, else of the server. */
  async file(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const cache = await this.#caches.open(this.#name);
    const found = (await cache.match(pathname)) ?? (await this.#caches.match(pathname));
    return found ?? this.#fetch(request);
  }

  /** Returns the app's page, which stands for all addresses. */
  async page(request: Request): Promise<Response> {
    const cache = await this.#caches.open(this.#name);
    return (await cache.match("/index.html")) ?? this.#fetch(request);
  }
}
