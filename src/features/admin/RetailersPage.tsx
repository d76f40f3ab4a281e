/** /adminretailerlist: all retailers, and Delete (spec §2.6). */
import { Store } from "lucide-react";
import { emailColumn, nameColumn, phoneColumn, registeredColumn, shopColumn } from "./userColumns";
import { UserList } from "./UserList";

const COLUMNS = [nameColumn, shopColumn, emailColumn, phoneColumn, registeredColumn];

export function RetailersPage() {
  return (
    <UserList
      role="retailer"
      title="Retailers"
      icon={Store}
      columns={COLUMNS}
      removeLabel="Delete"
      loadingLabel="Loading retailers..."
      errorMessage="An error occurred while fetching retailers."
      none="No retailers found."
    />
  );
}
