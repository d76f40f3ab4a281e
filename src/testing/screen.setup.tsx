/** Renders the app, or one component, with the real stylesheet, and removes it after each test. */
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { preload } from "../app/preload";
import { Routes } from "../app/routes";
import { ToastProvider } from "../ui/Toast";
import { FakeClient, storeToken } from "./fakeClient.setup";
import { api } from "../../convex/_generated/api";
import { accountStore } from "../accountStore/accountStore";
import type { Me } from "../session/userdata";
import "../ui/fonts/fonts.css";
import "../ui/tokens.css";

const DESKTOP = [1280, 800] as const;
const PHONE = [375, 800] as const;

let mounted: { readonly root: Root; readonly host: HTMLElement } | null = null;
const clients = new Set<FakeClient>();
let visits = 0;

afterEach(async () => {
  close();
  vi.useRealTimers();
  await endClients();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.removeAttribute("data-theme");
  await page.viewport(...DESKTOP);
});

function close(): void {
  mounted?.root.unmount();
  mounted?.host.remove();
  mounted = null;
}

/** Ends the sessions, with all that they keep in this browser: the next test's account is the same. */
async function endClients(): Promise<void> {
  for (const client of clients) {
    client.end();
    await accountStore.discard(client.accountId);
  }
  clients.clear();
  await accountStore.discard(null);
}

function mount(content: ReactNode): void {
  close();
  const host = document.body.appendChild(document.createElement("div"));
  mounted = { root: createRoot(host), host };
  mounted.root.render(content);
}

/** Renders components that need neither a page nor data, but for the state of the connection: for that, pass a client. */
export function show(content: ReactNode, client?: FakeClient): void {
  const screen = (
    <MemoryRouter>
      <ToastProvider>{content}</ToastProvider>
    </MemoryRouter>
  );
  mount(client === undefined ? screen : <ConvexProvider client={client}>{screen}</ConvexProvider>);
}

/** Returns the client of a user, or of a visitor, with the account answered. */
export function clientFor(me: Me | null): FakeClient {
  storeToken(me?._id ?? null);
  const client = new FakeClient();
  clients.add(client);
  return client.answer(api.users.me, me).answer(api.basket.quantities, []);
}

/** Opens an address of the app in a history of its own. */
export async function open(address: string, client: FakeClient): Promise<void> {
  visits += 1;
  const { pathname, search, hash } = new URL(address, "http://screen.test");
  await preload(pathname);
  mount(
    <ConvexAuthProvider client={client} storageNamespace={client.url} shouldHandleCode={false}>
      <MemoryRouter initialEntries={[{ pathname, search, hash, key: `visit ${visits}` }]}>
        <Routes />
      </MemoryRouter>
    </ConvexAuthProvider>,
  );
}

export async function usePhone(): Promise<void> {
  await page.viewport(...PHONE);
}

/** Expects each of the texts, to the letter, in the visible part of an area. */
export async function expectTexts(
  area: Locator | typeof page,
  ...texts: readonly string[]
): Promise<void> {
  for (const text of texts) {
    const isShown = () =>
      area
        .getByText(text, { exact: true })
        .elements()
        .some((element) => element.checkVisibility());
    await expect.poll(isShown, { message: `“${text}” is not to be seen` }).toBe(true);
  }
}

/** Expects labelled controls. */
export async function expectFields(
  area: Locator | typeof page,
  ...labels: readonly string[]
): Promise<void> {
  for (const label of labels)
    await expect.element(area.getByLabelText(label, { exact: true })).toBeVisible();
}

/** Expects the columns of a table, in this order. */
export async function expectColumns(
  area: Locator | typeof page,
  ...columns: readonly string[]
): Promise<void> {
  const headers = () =>
    area
      .getByRole("columnheader")
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(headers).toEqual(columns);
}

/** Expects exactly these options of a select. */
export async function expectOptions(control: Locator, options: readonly string[]): Promise<void> {
  const texts = () =>
    [...control.element().querySelectorAll("option:not([hidden])")].map(
      ({ textContent }) => textContent,
    );
  await expect.poll(texts).toEqual(options);
}

/** The signs of a key that an input method takes; the last ones are of Safari's Enter that ends a word. */
const COMPOSING = [
  { isComposing: true, keyCode: 229 },
  { isComposing: true, keyCode: 13 },
  { isComposing: false, keyCode: 229 },
];

/** Presses a key that an input method takes, in each browser's way. */
export function pressComposing(box: Locator, key: string): void {
  for (const signs of COMPOSING) {
    const press = { ...signs, key, bubbles: true, cancelable: true };
    box.element().dispatchEvent(new KeyboardEvent("keydown", press));
  }
}

export async function choose(control: Locator, option: string): Promise<void> {
  await control.selectOptions(option);
}

/** Returns the elements of an area whose content is wider than they are, and which neither scroll nor cut it. */
export function overflowing(area: Element = document.body): string[] {
  return [...area.querySelectorAll<HTMLElement>("*")]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
      const { overflowX, position } = getComputedStyle(element);
      return overflowX === "visible" && position !== "absolute" && isTooWide(element);
    })
    .map((element) => `<${element.localName} class="${element.className}">`);
}

function isTooWide({ scrollWidth, clientWidth }: HTMLElement): boolean {
  return clientWidth > 0 && scrollWidth > clientWidth + 1;
}

/** Expects that nothing makes the page wider than the window. */
export async function expectNoSidewaysScroll(): Promise<void> {
  const { documentElement: root } = document;
  await expect
    .poll(() => root.scrollWidth - root.clientWidth, { message: overflowing().join("\n") })
    .toBe(0);
}

/** Returns which of red, green and blue an element's text has most of, or grey. */
export function hueOf(element: Element): "red" | "green" | "blue" | "grey" {
  const canvas = document.createElement("canvas").getContext("2d");
  if (canvas === null) throw new Error("There is no canvas.");
  canvas.fillStyle = getComputedStyle(element).color;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 40) return "grey";
  return most === red ? "red" : most === green ? "green" : "blue";
}
