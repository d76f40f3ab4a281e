/** The life of esbuild's process: it ends while nothing is built, and never under a build. */
import type { Plugin } from "esbuild";
import { expect, test } from "vitest";
import { endEsbuildWhenIdle, withEsbuild } from "./builds";

/** Longer than the process stays idle. */
const SLOW_MS = 1_500;

const slow: Plugin = {
  name: "slow",
  setup: (made) => {
    made.onResolve({ filter: /^slow$/ }, () => ({ path: "slow", namespace: "slow" }));
    made.onLoad({ filter: /^slow$/, namespace: "slow" }, async () => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return { contents: "export const made = 1;" };
    });
  },
};

async function build(contents: string): Promise<string> {
  const { outputFiles } = await withEsbuild((esbuild) =>
    esbuild.build({
      stdin: { contents },
      bundle: true,
      format: "esm",
      write: false,
      plugins: [slow],
    }),
  );
  return outputFiles[0]!.text;
}

test("a build that is longer than the idle time after another one is finished", async () => {
  endEsbuildWhenIdle();
  expect(await build("export const first = 1;")).toContain("first");
  expect(await build(`export * from "slow";`)).toContain("made");
}, 10_000);
