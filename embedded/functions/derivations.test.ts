import { expect, test } from "vitest";
import { deriveQueued } from "./derivations";

test("two derivations run concurrently; the others follow in order, also after a failure", async () => {
  const log: string[] = [];
  const ends: ((how: "resolve" | "reject") => void)[] = [];
  const derive = (name: string) =>
    deriveQueued(() => {
      log.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.push((how) => (how === "resolve" ? resolve(name) : reject(new Error(name))));
      });
    });
  const all = ["a", "b", "c", "d"].map((name) => derive(name).catch(String));
  expect(log).toEqual(["a", "b"]);
  ends[1]?.("reject");
  await all[1];
  expect(log).toEqual(["a", "b", "c"]);
  for (const end of [0, 2]) ends[end]?.("resolve");
  await Promise.all([all[0], all[2]]);
  ends[3]?.("resolve");
  expect(await Promise.all(all)).toEqual(["a", "Error: b", "c", "d"]);
});
