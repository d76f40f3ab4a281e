import { describe, expect, it } from "vitest";
import * as links from "./links";

describe("the addresses of pages", () => {
  it("carry ids and e-mails encoded", () => {
    expect(links.chatWith("a+b@shop.test")).toBe("/chat?with=a%2Bb%40shop.test");
    expect(links.orderForm("p1", 3)).toBe("/orderinfo/p1?quantity=3");
    expect(links.orderAddress("retailer", "pending", "o&1")).toBe("/pendingretail?order=o%261");
    expect(links.invitation("d&1")).toBe("/auth/signup?role=retailer&distributor=d%261");
  });
});
