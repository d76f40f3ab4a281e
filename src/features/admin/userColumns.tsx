/** The columns that the admin's tables of people share. */
import { mailtoHref } from "../../device/contactLinks";
import { ROLE_WORDS } from "../../session/userdata";
import { Badge } from "../../ui/Badge";
import type { Column } from "../../ui/DataTable";
import { DateText } from "../../ui/DateText";
import { OneLine } from "../../ui/OneLine";
import type { UserRow } from "./rows";
import { t } from "../../../domain/language/texts";

export const nameColumn: Column<UserRow> = {
  key: "name",
  header: t("Name"),
  primary: true,
  cell: ({ name }) => <OneLine text={name} className="font-medium md:max-w-28 lg:max-w-48" />,
};

export const emailColumn: Column<UserRow> = {
  key: "email",
  header: t("Email"),
  cell: ({ email }) => (
    <a href={mailtoHref(email)} className="underline-offset-2 hover:underline">
      <OneLine text={email} className="md:max-w-36 lg:max-w-56" />
    </a>
  ),
};

export const phoneColumn: Column<UserRow> = {
  key: "phone",
  header: t("Phone"),
  className: "whitespace-nowrap tabular-nums",
  cell: ({ phone }) => (phone === "" ? t("N/A") : phone),
};

export const roleColumn: Column<UserRow> = {
  key: "role",
  header: t("Role"),
  cell: ({ role }) => <Badge>{ROLE_WORDS[role]}</Badge>,
};

export const shopColumn: Column<UserRow> = {
  key: "shop",
  header: t("Shop Name"),
  cell: ({ shopName = t("N/A") }) => (
    <OneLine text={shopName} className="md:max-w-24 lg:max-w-40" />
  ),
};

export const companyColumn: Column<UserRow> = {
  key: "company",
  header: t("Company Name"),
  cell: ({ companyName = t("N/A") }) => (
    <OneLine text={companyName} className="md:max-w-32 lg:max-w-48" />
  ),
};

export const addressColumn: Column<UserRow> = {
  key: "address",
  header: t("Address"),
  cell: ({ address }) => (
    <OneLine
      text={address === "" ? t("N/A") : address.replaceAll("\n", ", ")}
      className="text-muted md:max-w-24 lg:max-w-32 xl:max-w-56"
    />
  ),
};

export const registeredColumn: Column<UserRow> = {
  key: "registered",
  header: t("Registered on"),
  cell: ({ createdAt }) => <DateText date={createdAt} className="whitespace-nowrap" />,
};
