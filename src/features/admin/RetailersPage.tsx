/** /adminretailerlist: all retailers, and Delete (spec §2.6). */
import { Store } from "lucide-react";
import { emailColumn, nameColumn, phoneColumn, registeredColumn, shopColumn } from "./userColumns";
import { UserList } from "./UserList";
import { t } from "../../../domain/language/texts";

const COLUMNS = [nameColumn, shopColumn, emailColumn, phoneColumn, registeredColumn];

export function RetailersPage() {
  return (
    <UserList
      role="retailer"
      title={t("Retailers")}
      icon={Store}
      columns={COLUMNS}
      removeLabel={t("Delete")}
      loadingLabel={t("Loading retailers...")}
      errorMessage={t("An error occurred while fetching retailers.")}
      rowWords={(count) =>
        t("{count, plural, one {# new retailer} other {# new retailers}}", { count })
      }
      none={t("No retailers found.")}
      hint={t("A retailer appears here as soon as one signs up.")}
    />
  );
}
