/** The admin's panel with one user's details, and the name in the table that opens it. */
import { telHref, mailtoHref } from "../../device/contactLinks";
import type { Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { Fact } from "../../ui/Fact";
import type { SidePanelContent } from "../../ui/SidePanel";
import type { UserRow } from "./rows";
import { t } from "../../../domain/language/texts";

const LINK = "inline-block min-h-6 underline-offset-2 hover:underline";

function UserFacts({ user }: { user: UserRow }) {
  const { email, phone, address, shopName, companyName, createdAt } = user;
  return (
    <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-5 gap-y-3">
      {shopName !== undefined && <Fact label={t("Shop Name")}>{shopName}</Fact>}
      {companyName !== undefined && <Fact label={t("Company Name")}>{companyName}</Fact>}
      <Fact label={t("Email")}>
        <a href={mailtoHref(email)} className={LINK}>
          {email}
        </a>
      </Fact>
      <Fact label={t("Phone")}>
        {phone === "" ? (
          t("N/A")
        ) : (
          <a href={telHref(phone)} className={LINK}>
            {phone}
          </a>
        )}
      </Fact>
      <Fact label={t("Address")}>
        <span className="whitespace-pre-line">{address === "" ? t("N/A") : address}</span>
      </Fact>
      <Fact label={t("Registered on")}>
        <DateText date={createdAt} />
      </Fact>
    </dl>
  );
}

/** Returns the column of names, each of which opens the panel. */
export function openingColumn(
  column: Column<UserRow>,
  title: string,
  open: (content: SidePanelContent) => void,
): Column<UserRow> {
  return {
    ...column,
    cell: (user) => (
      <button
        type="button"
        onClick={() => open({ title, description: user.name, body: <UserFacts user={user} /> })}
        className="block max-w-full rounded-sm text-left underline-offset-2 hover:underline"
      >
        {column.cell(user)}
      </button>
    ),
  };
}
