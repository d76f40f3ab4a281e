/** Names the columns of the file that an import leaves out; nothing where it reads them all. */
import { useMemo } from "react";
import { unreadColumns } from "../../../domain/import/columns";
import type { Opened } from "./useImport";

export function LeftUnread({ opened }: { opened: Opened }) {
  const columns = useMemo(() => unreadColumns(opened.sheet, opened), [opened]);
  if (columns.length === 0) return null;
  return <p className="text-sm wrap-anywhere text-muted">Left unread: {columns.join(", ")}</p>;
}
