/** The users with open accounts. */
import { Users } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { DataTable } from "../../ui/DataTable";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { SkeletonRows } from "../../ui/Skeleton";
import { tightTable, useFirstRows } from "./tables";
import {
  addressColumn,
  emailColumn,
  nameColumn,
  phoneColumn,
  roleColumn,
  shopColumn,
} from "./userColumns";
import { t } from "../../../domain/language/texts";

const COLUMNS = [nameColumn, emailColumn, phoneColumn, roleColumn, shopColumn, addressColumn];

export function UsersTable() {
  const firstRows = useFirstRows();
  const list = useLiveList(api.admin.users, {}, { pageSize: firstRows });
  const [openedAt] = useState(() => Date.now());
  return (
    <LiveList
      list={list}
      manualLoadMore
      skeleton={<SkeletonRows label={t("Loading users...")} />}
      errorMessage={t("Failed to fetch data.")}
      empty={
        <EmptyState
          icon={Users}
          title={t("No users found.")}
          hint={t("Whoever signs up appears here by themselves.")}
        />
      }
    >
      {(users) => (
        <DataTable
          className={tightTable}
          caption={t("Users")}
          columns={COLUMNS}
          rows={users}
          isNew={({ createdAt }) => createdAt > openedAt}
        />
      )}
    </LiveList>
  );
}
