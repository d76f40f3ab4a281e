/** Lists the tables of a component for administrators' tools, which may see more than functions. */
import type { ComponentPath, TableFacts, Transaction } from "./contracts";
import type { Table } from "./database/catalog";
import { DatabaseTransaction } from "./database/transaction";

/** Returns the tables of a component with their indexes, the system's included. */
export function catalogTables(
  transaction: Transaction,
  component: ComponentPath,
): readonly Table[] {
  if (!(transaction instanceof DatabaseTransaction))
    throw new Error("Not a transaction of this database.");
  return transaction.catalog.tables().filter((table) => table.component === component);
}

/** Returns the tables by name, without the system's. */
export function tablesIn(
  transaction: Transaction,
  component: ComponentPath,
): Pick<TableFacts, "name" | "number">[] {
  return catalogTables(transaction, component)
    .filter(({ name }) => !name.startsWith("_"))
    .map(({ name, number }) => ({ name, number }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
