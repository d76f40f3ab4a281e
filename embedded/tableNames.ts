/** Which tables a component has: for administrators' tools, which may see what functions may not. */
import type { ComponentPath, Transaction } from "./contracts";
import { DatabaseTransaction } from "./database/transaction";

export function tableNames(transaction: Transaction, component: ComponentPath): string[] {
  if (!(transaction instanceof DatabaseTransaction))
    throw new Error("Not a transaction of this database.");
  return transaction.catalog
    .tables()
    .filter((table) => table.component === component)
    .map((table) => table.name)
    .sort();
}
