/** /admindistributorslist: all distributors, and Remove (spec §2.6). */
import { Truck } from "lucide-react";
import {
  companyColumn,
  emailColumn,
  nameColumn,
  phoneColumn,
  registeredColumn,
} from "./userColumns";
import { UserList } from "./UserList";

const COLUMNS = [nameColumn, companyColumn, emailColumn, phoneColumn, registeredColumn];

export function DistributorsPage() {
  return (
    <UserList
      role="distributor"
      title="Distributors"
      icon={Truck}
      columns={COLUMNS}
      removeLabel="Remove"
      loadingLabel="Loading distributors..."
      errorMessage="An error occurred while fetching distributors."
      none="No distributors found."
    />
  );
}
