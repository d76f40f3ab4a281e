/** Says how many orders: "1 order", "1,20,000 orders". */
export function countedOrders(count: number): string {
  return count === 1 ? "1 order" : `${count.toLocaleString("en-IN")} orders`;
}
