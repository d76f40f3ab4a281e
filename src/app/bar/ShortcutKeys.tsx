/** Keys of every page of a member: help, search, and the quick order of retailers. */
import * as links from "../../../domain/links";
import { useNavigate } from "react-router-dom";
import type { Role } from "../../../domain/roles";
import { useShortcut } from "../../device/shortcuts";

const EVERYWHERE = { isEverywhere: true };

/** The search box of the page's filter. */
const FILTER = "main [role=search] input[type=search], main input[type=search]";

export type ShortcutKeysProps = { role: Role; onSearch: () => void; onHelp: () => void };

export function ShortcutKeys({ role, onSearch, onHelp }: ShortcutKeysProps) {
  const search = () => {
    const filter = document.querySelector<HTMLInputElement>(FILTER);
    if (filter === null) onSearch();
    else filter.focus();
  };
  useShortcut("?", "Show these keys", onHelp, EVERYWHERE);
  useShortcut("/", "Search on this page, or everywhere", search, EVERYWHERE);
  return role === "retailer" ? <QuickOrderKey /> : null;
}

function QuickOrderKey(): null {
  const navigate = useNavigate();
  useShortcut("n", "Quick order", () => void navigate(links.BASKET), EVERYWHERE);
  return null;
}
