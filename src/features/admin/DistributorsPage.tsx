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
import { t } from "../../../domain/language/texts";

const COLUMNS = [nameColumn, companyColumn, emailColumn, phoneColumn, registeredColumn];

export function DistributorsPage() {
  return (
    <UserList
      role="distributor"
      title={t("Distributors")}
      icon={Truck}
      columns={COLUMNS}
      removeLabel={t("Remove")}
      loadingLabel={t("Loading distributors...")}
      errorMessage={t("An error occurred while fetching distributors.")}
      rowWords={(count) =>
        t("{count, plural, one {# new distributor} other {# new distributors}}", { count })
      }
      none={t("No distributors found.")}
      hint={t("A distributor appears here as soon as one signs up.")}
    />
  );
}
