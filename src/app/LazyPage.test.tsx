/** Pages whose code comes while they are rendered. */
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { LazyPage } from "./LazyPage";
import type { Page } from "./page";

/** A page whose code comes after so many microtasks. */
function pageAfter(turns: number): Page {
  const title = `Page ${turns}`;
  const load = async () => {
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    return () => <p>{title}</p>;
  };
  return { path: `/${turns}`, title, access: "public", layout: "market", load };
}

test.each(Array.from({ length: 8 }, (_, turns) => turns))(
  "code that comes %i microtasks after its page was asked for is no error",
  async (turns) => {
    const onError = vi.fn<(error: unknown) => void>();
    const container = document.body.appendChild(document.createElement("div"));
    const root = createRoot(container, { onRecoverableError: onError, onUncaughtError: onError });
    onTestFinished(() => {
      root.unmount();
      container.remove();
    });
    const page = pageAfter(turns);
    startTransition(() => root.render(<LazyPage page={page} />));
    await expect.poll(() => container.textContent).toBe(page.title);
    expect(onError.mock.calls).toEqual([]);
  },
);
