import { expect, it } from "vitest";
import { type ProductHit, productMeant } from "./quickOrder";

function hit(name: string, fields: Partial<ProductHit> = {}): ProductHit {
  const rest = { distributorName: "Asha Traders", packSize: 24, pricePaise: 100, picture: null };
  return { _id: name as ProductHit["_id"], name, ...rest, ...fields };
}

it("a text means the only product with it in its name, however many it is heard in", () => {
  const rice = hit("Basmati Rice");
  const heard = hit("Chawal 5 kg", { isHeard: true });
  expect(productMeant("rice", [rice, heard])).toBe(rice);
  expect(productMeant("rice", [rice, hit("Rice 1 kg"), heard])).toBeNull();
});

it("[HEARD2] a text means no product that it is only heard in", () => {
  expect(productMeant("chaval", [hit("Chawal 5 kg", { isHeard: true })])).toBeNull();
});
