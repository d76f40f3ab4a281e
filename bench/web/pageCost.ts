/** The cost of opening one page with an empty cache: bytes, requests and performance entries. */
import type { CDPSession, Page } from "@playwright/test";
import { settled } from "../../testkit/browser/pages";

export interface PageCost {
  readonly who: string;
  readonly address: string;
  /** Counted until the network is idle: JavaScript as transferred and decompressed, and all requests. */
  readonly scriptKb: number;
  readonly unpackedKb: number;
  readonly requests: number;
  readonly layoutShift: number;
  readonly longTasks: number;
  readonly longestTaskMs: number;
  readonly largestPaintMs: number;
}

interface Noticed {
  layoutShift: number;
  longTasks: number[];
  largestPaintMs: number;
}

declare global {
  var noticed: Noticed | undefined;
}

/** Runs before the page's scripts. */
function notice(): void {
  const noticed: Noticed = { layoutShift: 0, longTasks: [], largestPaintMs: Number.NaN };
  globalThis.noticed = noticed;
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true });
  observe("longtask", ({ duration }) => noticed.longTasks.push(duration));
  observe("largest-contentful-paint", ({ startTime }) => (noticed.largestPaintMs = startTime));
  observe("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) noticed.layoutShift += value;
  });
}

/** Counts network transfers from now on, by the browser's own figures. */
class Traffic {
  requests = 0;
  scriptBytes = 0;
  unpackedBytes = 0;
  readonly #scripts = new Set<string>();

  constructor(devtools: CDPSession) {
    devtools.on("Network.requestWillBeSent", ({ requestId, type }) => {
      this.requests += 1;
      if (type === "Script") this.#scripts.add(requestId);
    });
    devtools.on("Network.dataReceived", ({ requestId, dataLength }) => {
      if (this.#scripts.has(requestId)) this.unpackedBytes += dataLength;
    });
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (this.#scripts.has(requestId)) this.scriptBytes += encodedDataLength;
    });
  }
}

/** Opens a tab in the context of `who`, with the browser's cache cleared. */
export async function costOf(opened: Page, who: string, address: string): Promise<PageCost> {
  const page = await opened.context().newPage();
  const devtools = await page.context().newCDPSession(page);
  try {
    await devtools.send("Network.enable");
    await devtools.send("Network.clearBrowserCache");
    await page.addInitScript(notice);
    const traffic = new Traffic(devtools);
    await page.goto(address);
    await settled(page);
    // Code of other pages is prefetched later.
    await page.waitForLoadState("networkidle");
    const { requests, scriptBytes, unpackedBytes } = traffic;
    const noticed = await page.evaluate(() => globalThis.noticed);
    if (noticed === undefined) throw new Error(`Nothing was noticed of ${address}.`);
    return {
      ...{ who, address, requests },
      scriptKb: scriptBytes / 1_000,
      unpackedKb: unpackedBytes / 1_000,
      layoutShift: noticed.layoutShift,
      longTasks: noticed.longTasks.length,
      longestTaskMs: Math.max(0, ...noticed.longTasks),
      largestPaintMs: noticed.largestPaintMs,
    };
  } finally {
    await page.close();
  }
}
