import { expect, it } from "vitest";
import { pagesOf } from "./usePrefetchPages";

it("fetches the pages of a role alone, with those of both traders and of all members", () => {
  const [retailers, distributors, admins] = (["retailer", "distributor", "admin"] as const).map(
    (role) => pagesOf(role).map(({ path }) => path),
  );
  for (const paths of [retailers, distributors])
    expect(paths).toEqual(
      expect.arrayContaining(["/chat", "/khata", "/khata/:partnerId", "/notifications"]),
    );
  expect(retailers).toContain("/basket");
  expect(distributors).not.toContain("/basket");
  expect(admins).toEqual(expect.arrayContaining(["/chat", "/adminhome"]));
  for (const paths of [retailers, distributors, admins]) expect(paths).not.toContain("/auth/login");
  expect(admins).not.toContain("/khata");
});
