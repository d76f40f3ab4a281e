/** Names the columns of the file that an import leaves out, and why; nothing where it reads and uses them all. */
import { useMemo } from "react";
import { namesOf } from "../../../domain/fields/kinds";
import { TAX_FIELDS } from "../../../domain/fields/product";
import { columnName, fieldsOf, unreadColumns } from "../../../domain/import/columns";
import { useSession } from "../../live/useSession";
import { Notice } from "../../ui/Notice";
import type { Opened } from "./useImport";
import { t } from "../../../domain/language/texts";

/** Returns the columns of tax details: they are read, but serve the invoices of distributors with a GSTIN alone. */
function taxColumns({ sheet, mapping, mode }: Opened): string[] {
  const fields = fieldsOf(mode);
  return namesOf(TAX_FIELDS).flatMap((field) => {
    const at = mapping[field];
    return at === undefined || !fields.includes(field) ? [] : [columnName(sheet.headers, at)];
  });
}

export function UnreadNotice({ opened }: { opened: Opened }) {
  const session = useSession();
  const hasGstin = session.state === "signedIn" && session.me.gstin !== undefined;
  const unread = useMemo(() => unreadColumns(opened.sheet, opened), [opened]);
  const unused = hasGstin ? [] : taxColumns(opened);
  if (unread.length + unused.length === 0) return null;
  return (
    <Notice
      kind="info"
      message={
        <ul className="flex flex-col gap-1">
          {unread.map(({ names, reason }) => (
            <li key={reason ?? ""}>
              {t("Not read: {columns}", { columns: names.join(", ") })}
              {reason !== undefined && <span className="text-muted"> ({reason})</span>}
            </li>
          ))}
          {unused.length > 0 && (
            <li>
              {t("Not used yet: {columns}", { columns: unused.join(", ") })}
              <span className="text-muted"> {t("(Your tax details have no GSTIN.)")}</span>
            </li>
          )}
        </ul>
      }
    />
  );
}
