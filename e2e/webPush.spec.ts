/** Web Push of a running market, at a push service on loopback that decrypts what it receives. No browser is needed. */
import { expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { newDevice, vapidClaims } from "../convex/push/device.setup";
import { clientOf } from "../testkit/clients";
import { startMarket } from "../testkit/market";
import { placeOrder } from "../testkit/orders";
import { LOGINS } from "../testkit/people";
import { PushService } from "../testkit/pushService";

test("an order is pushed to the distributor's device, encrypted and signed, until the device is gone", async () => {
  const service = new PushService();
  const origin = await service.open();
  const market = await startMarket([
    ...["--env", "WEBHOOKS_ALLOW_PRIVATE=1", "--env", "MAIL_FROM=Mandi <desk@mandi.example>"],
  ]);
  try {
    const [distributor, retailer] = [
      await clientOf(market, LOGINS["distributor"]!),
      await clientOf(market, LOGINS["retailer"]!),
    ];
    const publicKey = await distributor.query(api.push.publicKey, {});
    const device = await newDevice(`${origin}/push/asha`);
    await distributor.mutation(api.push.subscribe, device.subscription);

    const { page } = await retailer.query(api.products.byDistributor, {
      distributorEmail: LOGINS["distributor"]!.email,
      paginationOpts: { numItems: 20, cursor: null },
    });
    const product =
      page.find(({ minQuantity = 1, multiple = 1 }) => minQuantity * multiple === 1) ?? page[0]!;
    const place = () => placeOrder(retailer, [{ productId: product._id, quantity: 12 }]);
    const orderId = await place();
    await expect.poll(() => service.received.length).toBe(1);
    const [{ path, headers, body }] = service.received as [(typeof service.received)[number]];
    expect(path).toBe("/push/asha");
    expect(Buffer.from(body).toString("latin1")).not.toContain(product.name);
    const said = (await device.decrypt(body)) as Record<string, string>;
    const link = `/pendingorders_dist?order=${orderId}`;
    expect(said).toMatchObject({ path: link, tag: headers["topic"] });
    expect(said["title"]).toMatch(/^Order from /);
    expect(said["body"]).toBe(product.name);
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "high" });
    const claims = await vapidClaims(headers.authorization ?? "", publicKey ?? "");
    expect(claims).toMatchObject({ aud: origin, sub: "mailto:desk@mandi.example" });

    service.status = 410;
    await place();
    await expect.poll(() => service.received.length).toBe(2);
    await expect.poll(() => distributor.query(api.push.devices, {})).toEqual([]);

    service.status = 201;
    const next = await newDevice(`${origin}/push/next`);
    await distributor.mutation(api.push.subscribe, next.subscription);
    await distributor.action(api.auth.signOut, {});
    await place();
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(service.received).toHaveLength(2);
  } finally {
    await market.stop();
    service.close();
  }
});
