/** Finds the table of an id, to check arguments and return values. */
import type { ComponentPath, Transaction } from "../contracts";
import { decodeId } from "../database/ids";
import { DatabaseTransaction } from "../database/transaction";

export function idTables(
  transaction: Transaction,
  component: ComponentPath,
): (id: string) => string | null {
  if (!(transaction instanceof DatabaseTransaction))
    throw new Error("Not a transaction of this database.");
  return (id) => {
    const decoded = decodeId(id);
    return (decoded && transaction.catalog.numbered(component, decoded.tableNumber)?.name) ?? null;
  };
}
