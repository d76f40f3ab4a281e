/** Lists the tables of a component for administrators' tools, which may see more than functions. */
import type { ComponentPath, TableFacts, Transaction } from "./contracts";
import { DatabaseTransaction } from "./database/transaction";

/** Returns the tables by name, without the system's. */
export function tablesIn(
  transaction: Transaction,
  component: ComponentPath,
): Pick<TableFacts, "name" | "number">[] {
  if (!(transaction instanceof DatabaseTransaction))
    throw new Error("Not a transaction of this database.");
  return transaction.catalog
    .tables()
    .filter((table) => table.component === component && !table.name.startsWith("_"))
    .map(({ name, number }) => ({ name, number }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
