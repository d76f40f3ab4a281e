import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../convex/seed/logins";
import { ROOT } from "./steps";

test("the README tells the demo logins that there are", () => {
  const readme = readFileSync(path.join(ROOT, "README.md"), "utf8");
  expect(readme).toContain(`\`${DEMO_PASSWORD}\``);
  for (const { role, email } of DEMO_LOGINS) {
    expect(readme).toMatch(new RegExp(`\\| ${role} +\\| \`${email}\``));
  }
});
