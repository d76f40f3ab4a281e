/** The paths whose notifications a page reads. */
import { expect, it } from "vitest";
import { readablePath } from "./unread";

it.each([
  ["/", "", "/"],
  ["/pendingorders_dist", "", "/pendingorders_dist"],
  ["/pendingorders_dist/", "?search=rice", "/pendingorders_dist"],
  ["/pendingorders_dist/", "?sort=latest&order=k17", "/pendingorders_dist?order=k17"],
  ["/khata/abc", "?invoice=1", "/khata/abc"],
  ["/chat", "", "/chat"],
  ["/chat", "?with=Meena%40Mandi.test", "/chat?with=meena%40mandi.test"],
  ["/chat", "?with=nobody", "/chat?with=nobody"],
])("%s%s is %s", (pathname, search, path) => {
  expect(readablePath(pathname, search)).toBe(path);
});
