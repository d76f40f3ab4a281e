/** The admin's page of all users of a role: each name opens a panel with all that is known, and a button closes the account. */
import * as links from "../../../domain/links";
import { type LucideIcon, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import type { TradeRole } from "../../../domain/roles";
import { ROLE_WORDS } from "../../session/userdata";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useLiveList } from "../../live/useLiveList";
import { ListPage } from "../../ui/ListPage";
import { Button, LinkButton } from "../../ui/Button";
import { DataTable, type Column } from "../../ui/DataTable";
import { EmptyState } from "../../ui/EmptyState";
import { SidePanelProvider, useSidePanel } from "../../ui/SidePanel";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import type { RowWords } from "../../ui/arrivals";
import type { UserRow } from "./rows";
import { tightTable } from "./tables";
import { openingColumn } from "./UserPanel";
import { useRemoveUser, type RemoveUser, REMOVAL_WORDS } from "./useRemoveUser";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

export type UserListProps = {
  role: TradeRole;
  title: string;
  icon: LucideIcon;
  columns: readonly Column<UserRow>[];
  /** The label of each row's button. */
  removeLabel: string;
  loadingLabel: string;
  errorMessage: string;
  rowWords: RowWords;
  none: string;
  hint: string;
};

export function UserList(props: UserListProps) {
  return (
    <SidePanelProvider>
      <Users {...props} />
    </SidePanelProvider>
  );
}

function Users(props: UserListProps) {
  const { role, title, icon, columns, removeLabel, loadingLabel, errorMessage } = props;
  const { rowWords, none, hint } = props;
  const list = useLiveList(api.admin.users, { role });
  const { value: counts } = useLiveQuery(api.admin.counts, {});
  const removal = useRemoveUser(role);
  const { ask } = removal;
  const open = useSidePanel();
  const all = useMemo(() => {
    const opening = columns.map((column) =>
      column.primary === true ? openingColumn(column, ROLE_WORDS[role], open) : column,
    );
    return [...opening, removeColumn(removeLabel, ask)];
  }, [columns, role, open, removeLabel, ask]);
  return (
    <>
      <ListPage
        title={title}
        count={counts?.users[role]}
        rowWords={rowWords}
        list={list}
        skeleton="rows"
        loadingLabel={loadingLabel}
        errorMessage={errorMessage}
        empty={
          <EmptyState
            icon={icon}
            title={none}
            hint={hint}
            action={<LinkButton to={links.ADMIN_HOME}>{t("Dashboard")}</LinkButton>}
          />
        }
      >
        {(users, isNew) => (
          <DataTable
            className={tightTable}
            caption={title}
            columns={all}
            rows={users}
            isNew={isNew}
          />
        )}
      </ListPage>
      <RemoveUserDialog role={role} removal={removal} />
    </>
  );
}

function removeColumn(label: string, onRemove: (user: UserRow) => void): Column<UserRow> {
  return {
    key: "remove",
    header: label,
    unlabelled: true,
    screenOnly: true,
    align: "right",
    className: "rows:py-1",
    cell: (user) => (
      <Button size="sm" variant="quiet" onClick={() => onRemove(user)}>
        <Trash2 aria-hidden />
        {label}
        <span className="sr-only"> {user.name}</span>
      </Button>
    ),
  };
}

/** Asks for confirmation before an account is closed, and names the user and the consequences. */
function RemoveUserDialog({ role, removal }: { role: TradeRole; removal: RemoveUser }) {
  const { user, dismiss, confirm, isBusy, error } = removal;
  if (user === null) return null;
  const words = REMOVAL_WORDS[role];
  return (
    <ConfirmDialog
      onClose={dismiss}
      title={words.question}
      description={
        <>
          {rich("{name} ({email}) is signed out at once and can’t sign in again.", {
            name: <b className="font-semibold text-ink">{user.name}</b>,
            email: user.email,
          })}{" "}
          {words.consequence} {t("Accepted orders and invoices stay.")}
        </>
      }
      confirmLabel={words.confirm}
      danger
      busy={isBusy}
      error={error}
      onConfirm={confirm}
    />
  );
}
