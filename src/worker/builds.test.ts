import { beforeEach, describe, expect, it } from "vitest";
import { type BuildFile, buildName, Builds } from "./builds";

/** The browser's caches, which keep the order in which they were made. */
class FakeCaches {
  readonly all = new Map<string, Map<string, string>>();

  open = (name: string) => {
    const files = this.all.get(name) ?? new Map<string, string>();
    this.all.set(name, files);
    const match = (path: string) => {
      const text = files.get(path);
      return Promise.resolve(text === undefined ? undefined : new Response(text));
    };
    const put = async (path: string, response: Response) => {
      files.set(path, await response.text());
    };
    return Promise.resolve({ match, put } as unknown as Cache);
  };
  keys = () => Promise.resolve([...this.all.keys()]);
  delete = (name: string) => Promise.resolve(this.all.delete(name));
  match = (path: RequestInfo | URL) => {
    const files = [...this.all.values()].find((one) => one.has(path as string));
    const text = files?.get(path as string);
    return Promise.resolve(text === undefined ? undefined : new Response(text));
  };
}

let caches: FakeCaches;
let server: Map<string, string>;
let fetched: string[];
beforeEach(() => {
  caches = new FakeCaches();
  server = new Map();
  fetched = [];
});

const fetchFile = ((input: string | Request) => {
  const path = typeof input === "string" ? input : new URL(input.url).pathname;
  fetched.push(path);
  const text = server.get(path);
  return Promise.resolve(new Response(text ?? "", { status: text === undefined ? 404 : 200 }));
}) as typeof fetch;

/** Puts a version of the app on the server and returns its list of files. */
function deploy(version: string): BuildFile[] {
  server = new Map([
    ["/index.html", `page ${version}`],
    ["/assets/app-11111111.js", "app"],
    [`/assets/list-${version}.js`, `list ${version}`],
  ]);
  return [
    { url: "index.html", revision: version },
    { url: "assets/app-11111111.js", revision: null },
    { url: `assets/list-${version}.js`, revision: null },
  ];
}

const buildOf = (files: BuildFile[]) => new Builds(files, caches, fetchFile);
const asked = (path: string) => new Request(`http://market.test${path}`);
const pageOf = async (build: Builds) => (await build.page(asked("/any/page"))).text();
const fileOf = async (build: Builds, path: string) => (await build.file(asked(path))).text();

async function released(version: string): Promise<Builds> {
  const build = buildOf(deploy(version));
  await build.install();
  await build.activate();
  return build;
}

describe("the builds of the app", () => {
  it("answer pages and files without the server", async () => {
    const build = await released("a");
    server.clear();
    expect(await pageOf(build)).toBe("page a");
    expect(await fileOf(build, "/assets/list-a.js")).toBe("list a");
    expect(build.mayHave("/index.html")).toBe(true);
    expect(build.mayHave("/api/health")).toBe(false);
  });

  it("fetch only files that no build has yet, and the page anew", async () => {
    await released("a");
    fetched = [];
    await released("b");
    expect(fetched.sort()).toEqual(["/assets/list-b.js", "/index.html"]);
  });

  it("leave an open tab its own files while the next version waits, and after it took over", async () => {
    const first = await released("a");
    const second = buildOf(deploy("b"));
    await second.install();
    expect(await pageOf(first)).toBe("page a");
    await second.activate();
    expect(await pageOf(second)).toBe("page b");
    expect(await fileOf(second, "/assets/list-a.js")).toBe("list a");
  });

  it("are two at most, also where a version was never used", async () => {
    await released("a");
    await buildOf(deploy("never used")).install();
    const last = await released("c");
    const names = (await caches.keys()).filter((name) => name.startsWith("build-"));
    expect(names.sort()).toEqual([buildName(deploy("a")), buildName(deploy("c"))].sort());
    expect(await fileOf(last, "/assets/list-a.js")).toBe("list a");
    await released("d");
    expect(await caches.match("/assets/list-a.js")).toBeUndefined();
  });

  it("are not installed while a file is missing", async () => {
    const files = deploy("a");
    server.delete("/assets/list-a.js");
    await expect(buildOf(files).install()).rejects.toThrow("/assets/list-a.js answered 404.");
  });

  it("ask the server for what no build has", async () => {
    const build = await released("a");
    server.set("/assets/kept.js", "of an older build");
    expect(await fileOf(build, "/assets/kept.js")).toBe("of an older build");
  });
});
