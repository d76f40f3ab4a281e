/** Variables and HTTP routes that a parent gives its components. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { TestProject } from "../testkit/project";
import { copyProject } from "../testkit/project";

interface Said {
  readonly name: string;
  readonly path: string;
  readonly env: Record<string, string>;
}

const VARIABLES = { TOWN: "Pune", SECRET: "the app's alone" };
let project: TestProject;
let backend: RunningBackend;

beforeAll(async () => {
  project = copyProject("mall", { variables: VARIABLES });
  backend = await runBackend(project.options);
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

async function get(pathname: string): Promise<Said | null> {
  const answer = await fetch(backend.addresses.url + pathname);
  return answer.ok ? ((await answer.json()) as Said) : null;
}

test("[COMP3] a component sees the variables that its parent binds, its own URLs, and nothing else", async () => {
  const { url } = backend.addresses;
  const shop = await get("/shop/open");
  const till = await get("/shop/till/ring");
  expect(shop?.env).toEqual({
    NAME: "The corner shop",
    TOWN: "Pune",
    CONVEX_CLOUD_URL: expect.any(String) as string,
    CONVEX_SITE_URL: `${url}/shop`,
  });
  expect(till?.env).toMatchObject({ OF: "The corner shop", CONVEX_SITE_URL: `${url}/shop/till` });
});

test("[COMP5] rejects an invalid value or the removal of a declared variable", async () => {
  const { apiUrl, adminKey } = backend.addresses;
  const set = (name: string, value: string | null) =>
    fetch(`${apiUrl}/api/update_environment_variables`, {
      method: "POST",
      headers: { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ changes: [{ name, value }] }),
    });
  expect((await set("MOTTO", "Cheaper")).status).toBe(200);
  expect((await get("/shop/open"))?.env).toMatchObject({ MOTTO: "Cheaper" });
  const refused = await set("MOTTO", "");
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("MOTTO is invalid");
  await backend.stop();
  backend = await runBackend(project.options);
  expect((await get("/shop/open"))?.env).toMatchObject({ MOTTO: "Cheaper" });
});

test.each([
  ["/app/own", "own"],
  ["/app/wide/and/more", "wide"],
  ["/shop/open", "shop open"],
  ["/shop/till/ring", "till ring"],
  ["/shop/till/", "shop at the till"],
  ["/shop/till/exact", "shop exact"],
  ["/shop/till/deep/down", "shop deep"],
  ["/shop/tills", "shop any"],
])(
  "[COMP4] %s is answered by the longest prefix, exact paths first: %s",
  async (pathname, name) => {
    expect(await get(pathname)).toMatchObject({ name, path: pathname });
  },
);

test.each(["/own", "/shopping", "/shop/till/nothing", "/spare/ring"])(
  "[COMP4] %s matches no route",
  async (pathname) => {
    expect(await get(pathname)).toBeNull();
  },
);

describe("[COMP5] [NODE6] invalid projects do not load, with the reason", () => {
  async function refusal(file: string, from: string, to: string, variables = {}): Promise<string> {
    const broken = copyProject("mall", { variables: { ...VARIABLES, ...variables } });
    const changed = path.join(broken.dir, "convex", file);
    const source = readFileSync(changed, "utf8");
    expect(source).toContain(from);
    writeFileSync(changed, source.replace(from, to));
    try {
      const started = await runBackend(broken.options);
      await started.stop();
      return "it started";
    } catch (error) {
      return String(error);
    } finally {
      broken.remove();
    }
  }

  test.each([
    [
      "convex.config.ts",
      "TOWN: v.string()",
      "TOWN: v.string(), STREET: v.string()",
      "are not set: STREET",
    ],
    ["convex.config.ts", "TOWN: v.string()", 'TOWN: v.literal("Agra")', "TOWN is invalid"],
    ["convex.config.ts", "NAME: ", "SIGN: ", 'no env var named "SIGN"'],
    ["convex.config.ts", 'NAME: "The corner shop", ', "", 'missing required env var "NAME"'],
    ["convex.config.ts", "TOWN: app.env.TOWN", 'TOWN: "Goa"', '"TOWN" has an invalid value'],
    ["convex.config.ts", "TOWN: app.env.TOWN", "TOWN: app.env.MOTTO", "MOTTO is optional"],
    [
      "convex.config.ts",
      "TOWN: app.env.TOWN",
      'TOWN: { __envVarRef: "SECRET" }',
      "references undeclared parent env var SECRET",
    ],
    ["convex.config.ts", '"spare",', '"spare", httpPrefix: "/shop/",', "previously mounted route"],
    ["shop/http.ts", '"/till/deep/"', '"/till/"', "Overlap with existing prefix route"],
    [
      "till/http.ts",
      'http.route({ path: "/ring", method: "GET", handler: says("till ring") });',
      "",
      `Child component "till" doesn't have any HTTP routes`,
    ],
    ["till/sums.ts", "import", '"use node";\nimport', '"use node" directive is not supported'],
  ])("%s with %s as %s", async (file, from, to, words) => {
    expect(await refusal(file, from, to)).toContain(words);
  });
});
