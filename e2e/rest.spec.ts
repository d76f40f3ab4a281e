/** The REST API as other programs use it: its OpenAPI document, a generated client, and every command on the developers' page. */
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "@playwright/test";
import openapiTypescript, { astToString } from "openapi-typescript";
import { api } from "../convex/_generated/api";
import { todayIst } from "../domain/dates";
import { type Example, curlOf } from "../convex/rest/exampleCommands";
import { OPERATIONS } from "../convex/rest/operations";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket, until } from "../testkit/market";
import { LOGINS, PICTURE } from "../testkit/people";
import { connect, joinTrader, joinTraders, type Trader } from "../testkit/traders";
import { newVisitor } from "../testkit/browser/people";
import { newProduct, placing, tokenFor } from "../testkit/restCalls";
import { EXAMPLE_ORDER } from "./exampleOrder";

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, "..");
/** Inside the project, so that the generated client resolves the project's packages. */
const SCRATCH = path.join(ROOT, ".cache", "client");
const COMMAND_MS = 10_000;

const EXAMPLE_BY_CALL = new Map<string, Example>(
  OPERATIONS.map(({ call, example }) => [call, example]),
);

let market: Market;

type Document = {
  openapi: string;
  paths: Record<string, Record<string, { tags: string[]; "x-codeSamples"?: { source: string }[] }>>;
};

async function description(): Promise<Document> {
  return (await (await fetch(`${market.url}/api/openapi.json`)).json()) as Document;
}

test.beforeAll(async () => {
  market = await startMarket();
  rmSync(SCRATCH, { recursive: true, force: true });
  mkdirSync(SCRATCH, { recursive: true });
});
test.afterAll(async () => {
  await market.stop();
});

test("describes every call in valid OpenAPI 3.1 with an example command", async () => {
  const document = await description();
  expect(document.openapi).toBe("3.1.0");
  const result = await new Validator().validate(document);
  expect(result.errors ?? []).toEqual([]);
  const calls = Object.entries(document.paths).flatMap(([url, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${url}`,
      commands: operation["x-codeSamples"]?.length ?? 0,
    })),
  );
  expect(calls.filter(({ commands }) => commands !== 1)).toEqual([]);
  expect([...EXAMPLE_ORDER].sort()).toEqual(calls.map(({ call }) => call).sort());
});

const PROGRAM = `
import createClient from "openapi-fetch";
import type { paths } from "./schema";

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

const login = await client.POST("/api/auth/login", {
  body: { email: "meena@mandi.test", password: "mandi-demo-2026", role: "retailer" },
});
if (login.data === undefined) throw new Error(login.error.message);
const headers = { Authorization: \`Bearer \${login.data.token}\` };

const products = await client.GET("/api/products/all", { headers, params: { query: { limit: 1 } } });
const product = products.data?.[0];
if (product === undefined) throw new Error("There is nothing on sale");

const placed = await client.POST("/api/orders/place", {
  headers,
  body: { productId: product._id, quantity: 2, msg: "From a program.", price: product.price },
});
if (placed.data === undefined) throw new Error(placed.error.message);
const total: number = placed.data.order.price * placed.data.order.quantity;
console.log(JSON.stringify({ id: placed.data.order._id, total, price: product.price }));
`;

test("type-checks a client generated from the description, which places an order", async () => {
  test.setTimeout(120_000);
  const types = astToString(await openapiTypescript(new URL(`${market.url}/api/openapi.json`)));
  writeFileSync(path.join(SCRATCH, "schema.d.ts"), types);
  writeFileSync(path.join(SCRATCH, "program.ts"), PROGRAM);
  const options = {
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  const config = { compilerOptions: options, files: ["program.ts"] };
  writeFileSync(path.join(SCRATCH, "tsconfig.json"), JSON.stringify(config));
  await run(process.execPath, [
    path.join(ROOT, "node_modules/@typescript/native/bin/tsc"),
    "-p",
    SCRATCH,
  ]);
  const tsx = pathToFileURL(path.join(ROOT, "node_modules/tsx/dist/esm/index.mjs")).href;
  const program = [path.join(SCRATCH, "program.ts"), market.url];
  const { stdout } = await run(process.execPath, ["--import", tsx, ...program]);
  const placed = JSON.parse(stdout) as { id: string; total: number; price: number };
  expect(placed.total).toBeCloseTo(2 * placed.price, 6);
});

/** Answers of earlier commands, for later commands that need their ids. */
const noted: Record<string, Record<string, unknown>> = {};

function notedText(call: string, field: string): string {
  const value = noted[call]?.[field];
  return typeof value === "string" ? value : "";
}

async function unconnected(headers: Record<string, string>): Promise<string> {
  const read = async (url: string) =>
    (await (await fetch(`${market.url}${url}`, { headers })).json()) as Record<string, string>[];
  const known = await read("/api/network/all/accepted/retailer");
  const all = await read("/api/users/distributors");
  const stranger = all.find(({ email }) => !known.some((row) => row["distributorEmail"] === email));
  return stranger?.["email"] ?? "";
}

async function signUpPicture(ticket: string): Promise<string> {
  const form = new FormData();
  form.set("image", new Blob([new Uint8Array(PICTURE.buffer)]), PICTURE.name);
  const headers = { "X-Signup-Ticket": ticket };
  const sent = { method: "POST", body: form, headers };
  const response = await fetch(`${market.url}/api/upload/image`, sent);
  return ((await response.json()) as { url: string }).url;
}

/** Sends a POST with a JSON body, and returns the answer. */
async function post(call: string, token: string, body: object): Promise<Record<string, unknown>> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const sent = { method: "POST", headers, body: JSON.stringify(body) };
  return (await (await fetch(`${market.url}${call}`, sent)).json()) as Record<string, unknown>;
}

/** Returns a payment of Meena's to Asha that was just told: a claim of hers, or one that Asha recorded. */
async function newPayment(by: "retailer" | "distributor"): Promise<string> {
  const headers = { Authorization: `Bearer ${await tokenFor(market, by)}` };
  const people = by === "retailer" ? "distributors" : "retailers";
  const response = await fetch(`${market.url}/api/users/${people}`, { headers });
  const rows = (await response.json()) as { _id: string; email: string }[];
  const email = by === "retailer" ? "asha@mandi.test" : "meena@mandi.test";
  const partner = rows.find((row) => row.email === email);
  const { payment } = await post("/api/payments", await tokenFor(market, by), {
    ...{ partnerId: partner?._id, amount: 1, method: "cash", advance: true },
    paidOn: todayIst(Date.now()),
  });
  return (payment as { _id: string })._id;
}

/** Returns a new retailer with whom Asha is connected and has no entries. */
async function newRetailer(): Promise<string> {
  const retailer = await joinTrader(market, "retailer", 0);
  const http = await clientOf(market, LOGINS["distributor"]!);
  const { _id: id } = (await http.query(api.users.me, {}))!;
  await connect([retailer], { id, http });
  return retailer.id;
}

/** The opening balance that the last command was about. */
let proposal = { partnerId: "", openingId: "" };
/** The new distributors so far, by whose number their e-mails differ. */
let proposals = 0;

type Partner = { _id: string; email: string };
type Khata = { opening?: { _id: string; state: string } | null };

/** Has the retailer of these headers ask for a connection, if there is none, and the distributor of this token accept what waits. */
async function connectWith(
  distributorEmail: string,
  headers: Record<string, string>,
  token: string,
): Promise<void> {
  const json = { "Content-Type": "application/json" };
  const sent = { method: "POST", headers: { ...headers, ...json } };
  const body = JSON.stringify({ distributorEmail, userEmail: "meena@mandi.test" });
  await fetch(`${market.url}/api/network/add`, { ...sent, body });
  const asDistributor = { Authorization: `Bearer ${token}`, ...json };
  const waiting = await fetch(`${market.url}/api/network/pending?email=${distributorEmail}`, {
    headers: asDistributor,
  });
  for (const { _id } of (await waiting.json()) as Partner[])
    await fetch(`${market.url}/api/network/status/${_id}`, {
      method: "PUT",
      headers: asDistributor,
      body: JSON.stringify({ status: "accepted" }),
    });
}

/** Returns an opening balance that a new distributor has proposed to the retailer of these headers. */
async function newProposal(headers: Record<string, string>): Promise<typeof proposal> {
  const { distributors } = await joinTraders(market, 0, 1, proposals);
  proposals += 1;
  const [{ id: partnerId, person }] = distributors as [Trader];
  const { email, password, role } = person;
  const { token } = await post("/api/auth/login", "", { email, password, role });
  await connectWith(email, headers, String(token));
  const shops = await fetch(`${market.url}/api/users/retailers`, {
    headers: { Authorization: `Bearer ${String(token)}` },
  });
  const meena = ((await shops.json()) as Partner[]).find((shop) => shop.email.startsWith("meena@"));
  const sum = { amount: 1_250, day: todayIst(Date.now()) };
  const answer = await post(`/api/khata/${meena?._id}/opening`, String(token), sum);
  return { partnerId, openingId: (answer as Khata).opening?._id ?? "" };
}

/** Returns the opening balance that Asha proposed by an earlier command. */
async function ownProposal(headers: Record<string, string>): Promise<typeof proposal> {
  const read = async (url: string): Promise<unknown> =>
    (await fetch(`${market.url}${url}`, { headers })).json();
  for (const { _id: partnerId } of (await read("/api/users/retailers")) as Partner[]) {
    const { opening } = (await read(`/api/khata/${partnerId}`)) as Khata;
    if (opening?.state === "proposed") return { partnerId, openingId: opening._id };
  }
  return { partnerId: "", openingId: "" };
}

/** Returns an offer of the demo distributor to the demo retailer, about an order that it was made for. */
async function newOffer(): Promise<string> {
  const [asRetailer, asDistributor] = [
    await tokenFor(market, "retailer"),
    await tokenFor(market, "distributor"),
  ];
  const productId = await newProduct(market, 10);
  const lines = [{ productId, quantity: 2 }];
  const msg = "Two, please.";
  const { order } = await post("/api/orders", asRetailer, { lines, msg });
  const { _id, ...placed } = order as { _id: string; lines: { _id: string }[] };
  const fewer = placed.lines.map((line) => ({ lineId: line._id, quantity: 1 }));
  const answer = { deliveryBefore: todayIst(Date.now()), lines: fewer };
  const { offerId } = await post(`/api/orders/${_id}/accept`, asDistributor, answer);
  return String(offerId);
}

function issuedNote(): { _id: string; invoiceId: string } {
  const answer = noted["POST /api/invoices/{id}/credit-notes"];
  return answer?.["creditNote"] as { _id: string; invoiceId: string };
}

/** Returns the value of a variable that the example describes in words. */
async function wordedValue(
  name: string,
  headers: Record<string, string>,
  as: Example["as"],
): Promise<string> {
  const ticket = notedText("POST /api/otp/verify-otp", "ticket");
  switch (name) {
    case "CODE":
      return /\b\d{6}\b/.exec((await market.mails("newcomer@shop.test"))[0]?.text ?? "")?.[0] ?? "";
    case "TICKET":
      return ticket;
    case "PICTURE":
      return signUpPicture(ticket);
    case "QR":
      return notedText("POST /api/upload/qr-code", "url");
    case "DISTRIBUTOR":
      return unconnected(headers);
    case "DAY":
    case "TODAY":
      return todayIst(Date.now());
    case "PARTNER":
      return newRetailer();
    case "PROPOSER":
      proposal = await (as === "retailer" ? newProposal(headers) : ownProposal(headers));
      return proposal.partnerId;
    case "OPENING":
      return proposal.openingId;
    case "CLAIM":
      return newPayment("retailer");
    case "RECORDED":
      return newPayment("distributor");
    case "OFFER":
      return newOffer();
    case "LINE": {
      const { lines } = noted["GET /api/invoices/{id}/credits"] as { lines: { orderId: string }[] };
      return lines[0]?.orderId ?? "";
    }
    case "CREDITED":
      return issuedNote().invoiceId;
    case "NOTE":
      return issuedNote()._id;
    case "CONVERSATION":
      return notedText("GET /api/chat/conversations/{myEmail}/{otherEmail}", "_id");
    default:
      throw new Error(`Nobody said where $${name} comes from`);
  }
}

async function valuesFor(example: Example): Promise<Record<string, string>> {
  const token = example.as === undefined ? "" : await tokenFor(market, example.as);
  const headers = { Authorization: `Bearer ${token}` };
  const values: Record<string, string> = { MANDI: market.url, TOKEN: token };
  for (const [name, source] of Object.entries(example.needs ?? {})) {
    if ("words" in source) {
      values[name] = await wordedValue(name, headers, example.as);
      continue;
    }
    const response = await fetch(`${market.url}${source.list}`, { headers });
    const { field, or = field, without = "" } = source;
    const rows = (await response.json()) as Record<string, string>[];
    const row = rows.find((one) => one[without] === undefined);
    values[name] = row?.[field] ?? row?.[or] ?? "";
  }
  return values;
}

/** The demo distributor has a UPI ID, so its invoices have a payment code, which can't be replaced. */
const REFUSED: Partial<Record<string, string>> = { "POST /api/invoices": "HAS_PAYMENT_CODE" };

test("runs every command of the developers' page successfully on the demo data", async () => {
  test.setTimeout(180_000);
  writeFileSync(path.join(SCRATCH, "picture.png"), PICTURE.buffer);
  for (const call of EXAMPLE_ORDER) {
    const example = EXAMPLE_BY_CALL.get(call);
    if (example === undefined) throw new Error(`No operation is ${call}`);
    const values = await valuesFor(example);
    expect(
      Object.entries(values).filter(([name, value]) => value === "" && name !== "TOKEN"),
      call,
    ).toEqual([]);
    const command = curlOf(call, example).replace("curl ", 'curl -sS -w "\\n%{http_code}" ');
    const { stdout } = await run("sh", ["-c", command], {
      cwd: SCRATCH,
      env: { ...process.env, ...values },
      timeout: COMMAND_MS,
    });
    const [answer, status] = [stdout.slice(0, stdout.lastIndexOf("\n")), stdout.slice(-3)];
    const refusal = REFUSED[call];
    if (refusal !== undefined) {
      expect([status, answer]).toEqual(["409", expect.stringContaining(refusal)]);
      continue;
    }
    expect(["200", "201"], `${call} answered ${answer}`).toContain(status);
    noted[call] = JSON.parse(answer) as Record<string, unknown>;
  }
});

test("sells ten pieces to ten of forty callers, and tells the others the stock", async () => {
  const [token, productId] = [await tokenFor(market, "retailer"), await newProduct(market, 10)];
  const body = { productId, quantity: 1, msg: "One, please." };
  const answers = await Promise.all(Array.from({ length: 40 }, () => placing(market, token, body)));
  const refusals = answers.filter(({ status }) => status !== 201);
  expect(answers.length - refusals.length).toBe(10);
  for (const refusal of refusals) {
    expect(refusal.status).toBe(409);
    expect(await refusal.json()).toMatchObject({ error: "Insufficient stock", stock: 0 });
  }
});

test("answers an idempotency key once for parallel callers and after a crash", async () => {
  const [token, productId] = [await tokenFor(market, "retailer"), await newProduct(market, 10)];
  const body = { productId, quantity: 3, msg: "Once, please." };
  const ask = async () => (await placing(market, token, body, "crash-1")).text();
  const [first = "", ...others] = await Promise.all(Array.from({ length: 20 }, ask));
  expect(JSON.parse(first)).toMatchObject({ success: true });
  expect(new Set(others)).toEqual(new Set([first]));
  await market.killBackend();
  await until("the market is back", () => market.isReady(), 20_000);
  expect(await ask()).toBe(first);
  const headers = { Authorization: `Bearer ${token}` };
  const product = await fetch(`${market.url}/api/products/${productId}`, { headers });
  expect(await product.json()).toMatchObject({ stock: 7 });
});

test("shows the steps to an order and every call with its command on the developers' page", async ({
  browser,
}) => {
  const { paths } = await description();
  const count = Object.values(paths).reduce((sum, path) => sum + Object.keys(path).length, 0);
  const page = await newVisitor(browser, market);
  await page.goto("/developers");
  await expect(page.getByRole("heading", { name: "1. Sign in" })).toBeVisible();
  await expect(page.getByText(`MANDI=${market.url}`)).toBeVisible();
  const calls = page.locator("details");
  await expect(calls).toHaveCount(count);
  const placing = calls.filter({ hasText: "/api/orders/place" });
  await placing.locator("summary").click();
  await expect(placing.getByText("Idempotency-Key: my-request-1")).toBeVisible();
  await expect(
    placing.getByText("$TOKEN: the token of POST /api/auth/login as retailer"),
  ).toBeVisible();
  await expect(placing.getByText("409", { exact: true })).toBeVisible();
});
