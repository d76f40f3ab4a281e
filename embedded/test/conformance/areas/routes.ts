/** HTTP routes: exact paths before prefixes, longer prefixes before shorter ones, and paths without a route. */
import type { Area, Case } from "../cases";

const EVERY = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const REQUESTS: readonly (readonly [method: string, path: string])[] = [
  ["GET", "/exact"],
  ["GET", "/exact?x=1&y=a%20b"],
  ["GET", "/exact/"],
  ["GET", "/exact/more"],
  ["GET", "/exac"],
  ["PUT", "/exact"],
  ["GET", "/below/"],
  ["GET", "/below"],
  ["GET", "/below/anything"],
  ["GET", "/below/exact"],
  ["GET", "/below/exact/more"],
  ["GET", "/below/deeper/anything"],
  ["GET", "/below/deeper"],
  ["GET", "/below/a%20b"],
  ["DELETE", "/below/deeper/anything"],
  ["POST", "/below/anything"],
  ["GET", "/nowhere"],
  ["GET", "/teapot"],
];

const cases = REQUESTS.map(([method, path]): Case => ({
  name: `${method} ${path}`,
  fetch: path,
  init: { method },
}));

export const routes: Area = {
  name: "routes",
  data: [],
  cases: [
    ...cases,
    ...EVERY.map((method): Case => ({
      name: `${method} /every`,
      fetch: "/every",
      init: { method },
    })),
    { name: "HEAD /exact", fetch: "/exact", init: { method: "HEAD" } },
    { name: "a body", fetch: "/exact", init: { method: "POST", body: "rice" } },
    {
      name: "a route that writes and reads",
      fetch: "/rows",
      init: { method: "POST", body: "by http" },
    },
  ],
};
