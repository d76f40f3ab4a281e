/** Orders through sockets, compared with the limit of disk and LMDB. */
import { recordOrders } from "../limit/orders";
import { meanOf, replayed } from "../limit/replay";
import { type Workload, many } from "../workload";
import { BUYERS, placing } from "./placing";

const PRODUCTS = 190;
const ORDERS = 960;

const limit: Workload = {
  name: "limit",
  title: `place orders, ${BUYERS} retailers, beside the same reads and writes straight on LMDB`,
  goals: [{ figure: "share", better: "more", absolute: 0.4 }],
  isOursAlone: true,
  async run(driver, { products }, control) {
    const buyers = await many(BUYERS, (n) => driver.buyer(n));
    const { "orders/s": placed = Number.NaN } = await placing(
      control,
      buyers,
      products.slice(0, PRODUCTS),
    );
    const scale = { retailers: BUYERS, products: PRODUCTS, orders: ORDERS };
    const recorded = await recordOrders(scale);
    try {
      const straight = await replayed(recorded, BUYERS);
      const { gets, ranges, puts, bytes } = meanOf(recorded.steps);
      return {
        "orders/s": placed,
        "straight orders/s": straight,
        share: placed / straight,
        ...{ "gets an order": gets, "ranges an order": ranges },
        ...{ "puts an order": puts, "bytes an order": bytes },
      };
    } finally {
      recorded.clear();
    }
  },
};

export const LIMIT: readonly Workload[] = [limit];
